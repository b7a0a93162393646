// Package entry defines the calling convention of entry points: how the values of a
// caller bind the parameters of a program, at every level and on every backend.
//
// A caller passes one value for each external parameter, and no sizes: the first array
// with a dimension of some size determines that size, and all later ones must agree.
//
// Programs describe their own entry points (ir.Program.Interfaces, imp.Program.Interfaces).
// This package knows no program, so that those who only run compiled code can import it.
package entry

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Param is a parameter as the caller sees it.
type Param struct {
	Name string // as in the source; may be ""
	Type string // as in the source, for messages; may be ""
	Elem scalar.Type
	Dims []Dim // of an array; nil for a scalar
	// Var is the variable that holds the argument. If it is an i64 scalar, it may be a
	// size in the types of later parameters.
	Var name.Name
}

// Dim is a size: the variable Var, or the constant Size if Var is zero.
type Dim struct {
	Var  name.Name
	Size int64
}

// Sizes checks that args fit params and returns the sizes that they determine. The error
// is a *fault.Failure about the first argument that does not fit.
func Sizes(params []Param, args []value.Value) (map[name.Name]int64, error) {
	if len(args) != len(params) {
		return nil, fault.Failf("entry point takes %s, but %d given%s", plural(len(params), "argument"), len(args), wanted(params))
	}
	sizes := map[name.Name]int64{}
	for i, p := range params {
		if args[i].Elem != p.Elem || args[i].Rank() != len(p.Dims) {
			return nil, fault.Failf("argument %s: expected a value of type %s, but got one of type %s",
				p.label(i), p.typeText(nil), args[i].Type())
		}
		if len(p.Dims) == 0 && p.Elem == scalar.I64 {
			sizes[p.Var] = args[i].Scalar().Int()
		}
		// The message shows only sizes known before this argument; those that it
		// determines itself are not known to be right.
		before := known(sizes, p)
		for k, d := range p.Dims {
			want, fixed := d.Size, true
			if !d.Var.IsZero() {
				want, fixed = sizes[d.Var]
			}
			if !fixed {
				sizes[d.Var] = args[i].Shape[k]
			} else if args[i].Shape[k] != want {
				return nil, fault.Failf("entry point arguments have invalid sizes: argument %s has the wrong size: expected %s, but got %s",
					p.label(i), p.typeText(before), args[i].Type())
			}
		}
	}
	return sizes, nil
}

// wanted describes the expected arguments.
func wanted(params []Param) string {
	if len(params) == 0 {
		return ""
	}
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.label(i) + ": " + p.typeText(nil)
	}
	return "; give " + strings.Join(list, ", ")
}

// known returns the sizes among p's dimensions that have a value.
func known(sizes map[name.Name]int64, p Param) map[name.Name]int64 {
	out := map[name.Name]int64{}
	for _, d := range p.Dims {
		if n, ok := sizes[d.Var]; ok {
			out[d.Var] = n
		}
	}
	return out
}

// label returns the parameter's name, or its number.
func (p Param) label(i int) string {
	if p.Name != "" {
		return p.Name
	}
	return fmt.Sprintf("#%d", i+1)
}

// TypeString spells the type: [n][2]f32.
func (p Param) TypeString() string { return p.typeText(nil) }

// typeText spells the type, with variables replaced by their sizes if known.
func (p Param) typeText(sizes map[name.Name]int64) string {
	var b strings.Builder
	for _, d := range p.Dims {
		switch n, ok := sizes[d.Var]; {
		case d.Var.IsZero():
			fmt.Fprintf(&b, "[%d]", d.Size)
		case ok:
			fmt.Fprintf(&b, "[%d]", n)
		default:
			fmt.Fprintf(&b, "[%s]", d.Var.Base)
		}
	}
	return b.String() + p.Elem.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
