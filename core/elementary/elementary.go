// Package elementary computes elementary functions: exp, log, sin and so on. Each
// function is defined once, as a small program over operations that give the same
// bits on every machine. The interpreters and backends evaluate that program, so
// results are bit-identical everywhere, and a backend gets the functions, with
// their vector forms, by translating operations.
//
// A program is straight-line code except for branches; it has no tables and no
// loops. If lanes of a vector may diverge at a branch, both sides are computed and
// the results selected. A guard separates the ordinary operands from the rare ones
// (infinities, subnormals, huge angles), which a vector leaves to the scalar
// form.
//
// Every function has two programs, both on f64: one for f64, with an error of
// less than 2 units in the last place, and one for f32, whose result must still
// be rounded to f32. The methods are the known ones (J.-M. Muller, Elementary
// Functions, 3rd edition, 2016; W. J. Cody and W. Waite, Software Manual for the
// Elementary Functions, 1980); the constants come from internal/coefficients.
package elementary

//go:generate sh -c "go run ./internal/coefficients > coefficients.new && mv coefficients.new coefficients.go"

import "sync"

// precision is the type that a program computes for.
type precision int

const (
	wide   precision = iota // f64
	narrow                  // f32
)

// Function is a function of one or two operands.
type Function struct {
	Name     string
	Arity    int
	programs [2]func() *Program
}

// Wide is the program for f64.
func (f *Function) Wide() *Program { return f.programs[wide]() }

// Narrow is the program for f32: its operands are f32 numbers, and its result
// must be rounded.
func (f *Function) Narrow() *Program { return f.programs[narrow]() }

// all are the functions, in the order of their definitions.
var all []*Function

// All returns the functions.
func All() []*Function { return all }

func define(name string, arity int, formula func(p precision, x []F) F) *Function {
	f := &Function{Name: name, Arity: arity}
	for p := range f.programs {
		f.programs[p] = sync.OnceValue(func() *Program {
			return record(name, arity, func(x []F) F { return formula(precision(p), x) })
		})
	}
	all = append(all, f)
	return f
}

func unary(name string, formula func(p precision, x F) F) *Function {
	return define(name, 1, func(p precision, x []F) F { return formula(p, x[0]) })
}

func binary(name string, formula func(p precision, x, y F) F) *Function {
	return define(name, 2, func(p precision, x []F) F { return formula(p, x[0], x[1]) })
}

// The functions.
var (
	Exp    = unary("exp", precision.exp)
	Log    = unary("log", precision.log)
	Log2   = unary("log2", precision.log2)
	Log10  = unary("log10", precision.log10)
	Log1p  = unary("log1p", precision.log1p)
	Sin    = unary("sin", precision.sin)
	Cos    = unary("cos", precision.cos)
	Tan    = unary("tan", precision.tan)
	Asin   = unary("asin", precision.asin)
	Acos   = unary("acos", precision.acos)
	Atan   = unary("atan", precision.atan)
	Sinh   = unary("sinh", precision.sinh)
	Cosh   = unary("cosh", precision.cosh)
	Tanh   = unary("tanh", precision.tanh)
	Asinh  = unary("asinh", precision.asinh)
	Acosh  = unary("acosh", precision.acosh)
	Atanh  = unary("atanh", precision.atanh)
	Sinpi  = unary("sinpi", precision.sinpi)
	Cospi  = unary("cospi", precision.cospi)
	Tanpi  = unary("tanpi", precision.tanpi)
	Asinpi = unary("asinpi", precision.asinpi)
	Acospi = unary("acospi", precision.acospi)
	Atanpi = unary("atanpi", precision.atanpi)
	Gamma  = unary("gamma", precision.gamma)
	Lgamma = unary("lgamma", precision.lgamma)
	Erf    = unary("erf", precision.erf)
	Erfc   = unary("erfc", precision.erfc)
	Cbrt   = unary("cbrt", precision.cbrt)

	Pow     = binary("pow", precision.pow)
	Atan2   = binary("atan2", precision.atan2)
	Atan2pi = binary("atan2pi", precision.atan2pi)
	Hypot   = binary("hypot", precision.hypot)
)
