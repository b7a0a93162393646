// Package interp evaluates APL programs as the language's definition says, and not as the compiler
// does: arrays carry their shapes while the program runs, and every function looks at what it is
// given. It is the oracle for the compiler, and shares the parser with it, and nothing else.
package interp

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// Array is an array in row-major order; all numbers are float64s, as APL has one kind of number.
type Array struct {
	Shape []int
	Data  []float64
}

// Outcome is the value of a program's last expression.
type Outcome struct {
	Value Array
	// Extended says that a vector of one element was extended like a scalar, which the compiler does
	// only where types tell its length.
	Extended bool
	// Failed says that the program failed in a function of elements: a compiled program may go on if
	// nothing needs that element.
	Failed bool
}

// ErrSkipped is returned where the comparison with a compiled program says nothing: numbers that are too
// large or not finite, and what the compiler leaves out.
var ErrSkipped = errors.New("skipped")

// Run evaluates a program of assignments and expressions. Another error than ErrSkipped is one that APL
// reports.
func Run(p *syntax.Program) (out Outcome, err error) {
	f := &frame{vals: map[string]any{}, extended: &out.Extended}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case aplError:
			err = r
		case elementError:
			out.Failed, err = true, aplError(r)
		case skip:
			err = ErrSkipped
		default:
			panic(r)
		}
	}()
	for _, s := range p.Body {
		if d, ok := s.Exp.(*syntax.Assign); ok && d.Value.Class() == syntax.Function {
			f.vals[d.Name] = evalFn(f, d.Value)
			continue
		}
		out.Value = evalArr(f, s.Exp)
	}
	return out, nil
}

// aplError is an error that APL would report.
type aplError string

func (e aplError) Error() string { return string(e) }

// elementError is one in a function of elements.
type elementError string

// skip ends a comparison: numbers that are too large, or not finite.
type skip struct{}

func raise(format string, args ...any) { panic(aplError(fmt.Sprintf(format, args...))) }

func scalarArr(x float64) Array { return Array{nil, []float64{x}} }

func vectorArr(xs ...float64) Array { return Array{[]int{len(xs)}, xs} }

func count(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// fn is a function; the left argument may be nil.
type fn func(x *Array, y Array) Array

// names are the values in scope: Array or fn.
type frame struct {
	vals     map[string]any
	outer    *frame
	extended *bool // of the Outcome
}

func (f *frame) get(name string) any {
	for ; f != nil; f = f.outer {
		if v, ok := f.vals[name]; ok {
			return v
		}
	}
	panic(aplError("VALUE ERROR " + name))
}

func evalArr(f *frame, e syntax.Expr) Array {
	out := evalRaw(f, e)
	for _, x := range out.Data {
		if math.IsNaN(x) || math.Abs(x) > 1e12 {
			panic(skip{})
		}
	}
	return out
}

func evalRaw(f *frame, e syntax.Expr) Array {
	switch e := e.(type) {
	case *syntax.Number:
		return scalarArr(e.Float)
	case *syntax.Zilde:
		return vectorArr()
	case *syntax.Name:
		return f.get(e.Name).(Array)
	case *syntax.Strand:
		out := Array{[]int{len(e.Elems)}, nil}
		for _, x := range e.Elems {
			v := evalArr(f, x)
			if len(v.Shape) > 0 {
				raise("nested")
			}
			out.Data = append(out.Data, v.Data[0])
		}
		return out
	case *syntax.Apply1:
		y := evalArr(f, e.Right)
		return evalFn(f, e.Fun)(nil, y)
	case *syntax.Apply2:
		y := evalArr(f, e.Right)
		x := evalArr(f, e.Left)
		return evalFn(f, e.Fun)(&x, y)
	case *syntax.Select:
		return selectPlaces(f, e)
	case *syntax.Assign:
		v := evalArr(f, e.Value)
		f.vals[e.Name] = v
		return v
	case *syntax.Index:
		return evalIndex(f, e)
	}
	panic(fmt.Sprintf("no evaluation of %T", e))
}

// selectPlaces is (⊂i)⌷x: cells of x at places of its first axis.
func selectPlaces(f *frame, e *syntax.Select) Array {
	places, of := evalArr(f, e.Places), evalArr(f, e.Of)
	if len(of.Shape) == 0 {
		raise("RANK ERROR")
	}
	out := Array{append(slices.Clone(places.Shape), of.Shape[1:]...), nil}
	size := count(of.Shape[1:])
	for _, i := range places.Data {
		if i != math.Trunc(i) || i < 1 || int(i) > of.Shape[0] {
			raise("INDEX ERROR")
		}
		out.Data = append(out.Data, of.Data[(int(i)-1)*size:int(i)*size]...)
	}
	return out
}

// evalIndex selects by the outer product of the subscripts.
func evalIndex(f *frame, e *syntax.Index) Array {
	x := evalArr(f, e.Of)
	if len(e.Subs) != len(x.Shape) {
		raise("RANK ERROR")
	}
	var shape []int
	rows := [][]int{}
	for k, s := range e.Subs {
		var row []int
		if s == nil {
			for i := range x.Shape[k] {
				row = append(row, i)
			}
			shape = append(shape, x.Shape[k])
		} else {
			v := evalArr(f, s)
			for _, i := range v.Data {
				if i != math.Trunc(i) || i < 1 || int(i) > x.Shape[k] {
					raise("INDEX ERROR")
				}
				row = append(row, int(i)-1)
			}
			shape = append(shape, v.Shape...)
		}
		rows = append(rows, row)
	}
	out := Array{shape, nil}
	var walk func(k, at int)
	walk = func(k, at int) {
		if k == len(rows) {
			out.Data = append(out.Data, x.Data[at])
			return
		}
		for _, i := range rows[k] {
			walk(k+1, at*x.Shape[k]+i)
		}
	}
	walk(0, 0)
	return out
}
