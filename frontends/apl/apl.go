// Package apl reads APL programs in Dyalog's notation and takes them to TAIL, which is lowered to
// the soac level of the IR.
//
// Package syntax parses, package elaborate makes TAIL. The types of a function's arguments come
// from its annotation, or from a call: entry points are compiled for what they are given.
package apl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/elaborate"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	"github.com/lamina-lang/lamina/frontends/tail"
	tailsyntax "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// Call says what an entry point is given.
type Call struct {
	Entry string
	Args  []Arg
}

// Arg is the type of an argument: i64, f64 or bool, and a rank.
type Arg struct {
	Elem scalar.Type
	Rank int
}

var bases = map[scalar.Type]types.Base{scalar.I64: types.Int, scalar.F64: types.Double, scalar.Bool: types.Bool}

// Compile translates the entry points of a program that calls need; without calls, its own
// results and the functions whose annotations state their types. An error in the program is a
// *source.Error that shows the line.
func Compile(ctx context.Context, name string, text []byte, calls []Call) (*ir.Program, error) {
	p, err := ToTail(name, text, calls)
	if err != nil {
		return nil, err
	}
	return tail.CompileProgram(ctx, p)
}

// ToTail translates a program to TAIL; see Compile.
func ToTail(name string, text []byte, calls []Call) (*tailsyntax.Program, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return nil, err
	}
	wanted, err := wantedBy(p, calls)
	if err != nil {
		return nil, err
	}
	out := &tailsyntax.Program{Source: p.Source}
	for _, c := range wanted {
		e, err := elaborate.Entry(p, c)
		if err != nil {
			return nil, err
		}
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}

// wantedBy returns the calls to elaborate.
func wantedBy(p *syntax.Program, calls []Call) ([]elaborate.Call, error) {
	names := elaborate.Functions(p)
	var out []elaborate.Call
	if len(calls) > 0 {
		for _, c := range calls {
			w, err := wanted(p, names, c)
			if err != nil {
				return nil, err
			}
			out = append(out, w)
		}
		return out, nil
	}
	for _, n := range names {
		params, err := elaborate.Params(p, n)
		if err != nil {
			return nil, inFile(err, p.Source)
		}
		if params != nil {
			out = append(out, elaborate.Call{Name: n, Args: params})
		}
	}
	if elaborate.HasMain(p) {
		out = append(out, elaborate.Call{Name: elaborate.Main})
	}
	return out, nil
}

func inFile(err error, f *source.File) error {
	if e, ok := err.(*source.Error); ok {
		return e.In(f)
	}
	return err
}

// wanted is the call of one entry point: by its annotation, if that states types that fit.
func wanted(p *syntax.Program, names []string, c Call) (elaborate.Call, error) {
	out := elaborate.Call{Name: c.Entry}
	if !slices.Contains(names, c.Entry) {
		if c.Entry == elaborate.Main && elaborate.HasMain(p) && len(c.Args) == 0 {
			return out, nil
		}
		return out, fmt.Errorf("%s: no entry point is called %q (%s)", p.Source.Name, c.Entry, listed(p, names))
	}
	if n := len(c.Args); n == 0 || n > 2 {
		return out, fmt.Errorf("%s: a function takes one argument, ⍵, or two, ⍺ and ⍵; %q is given %d", p.Source.Name, c.Entry, n)
	}
	stated, err := elaborate.Params(p, c.Entry)
	if err != nil {
		return out, inFile(err, p.Source)
	}
	for i, a := range c.Args {
		out.Args = append(out.Args, argument(i, bases[a.Elem], a.Rank))
	}
	if len(stated) == len(out.Args) {
		out.Args = stated
	}
	return out, nil
}

// argument is the type of argument number i. A vector has a length of its own, so that lengths of
// what is computed from it can be compared with annotations.
func argument(i int, b types.Base, rank int) types.Type {
	if rank == 1 {
		return types.Rigid(&tailsyntax.VectorType{Base: b.String(), Length: tailsyntax.Shape{Vars: []string{[]string{"n", "m"}[i]}}})
	}
	return types.Array{Base: b, Rank: types.Known(int64(rank))}
}

func listed(p *syntax.Program, names []string) string {
	if elaborate.HasMain(p) {
		names = append(slices.Clone(names), elaborate.Main)
	}
	if len(names) == 0 {
		return "the program has none"
	}
	return "there are: " + strings.Join(names, ", ")
}

// Entries are the names of what can be run.
func Entries(name string, text []byte) ([]string, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return nil, err
	}
	names := elaborate.Functions(p)
	if elaborate.HasMain(p) && !slices.Contains(names, elaborate.Main) {
		names = append(names, elaborate.Main)
	}
	return names, nil
}
