package accelerate

import "reflect"

// Futhark returns a function that is written in Futhark's language: source is an expression whose value
// is a function, or a program with one entry point. F is its type in Go, over numbers, bools, and slices
// and arrays of them. `lamina go` checks source against F.
//
//	norm := accelerate.Futhark[func([]float32) float32](`\xs -> f32.sqrt (f32.sum (map (\x -> x*x) xs))`)(xs)
//
// Plain Go cannot run it. There plain does, a function that computes the same; without it, a call
// panics with an *Error.
func Futhark[F any](source string, plain ...F) F {
	if len(plain) > 0 {
		return plain[0]
	}
	var f F
	t := reflect.TypeOf(f)
	if t == nil || t.Kind() != reflect.Func {
		failf("Futhark: %T is not a type of functions", f)
	}
	return reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
		failf("Futhark: plain Go cannot run a function in Futhark's language: build the program with `lamina go`, or give a function of Go's too")
		return nil
	}).Interface().(F)
}
