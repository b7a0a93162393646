package fcl

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/eval"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// Evaluate computes the results of an entry point by the meaning of FCL, without translating it:
// the numbers of each result. Arguments are those that the compiled entry point takes. What fails
// when the program runs is an error of package fault.
func Evaluate(ctx context.Context, file string, text []byte, entryPoint string, args []value.Value, o Options) (results [][]scalar.Value, err error) {
	err = inText(file, text, func() error {
		p, err := typed(file, text)
		if err != nil {
			return err
		}
		for _, d := range p.Defs {
			if d.Entry && d.Name == entryPoint {
				results, err = evaluate(ctx, p, d, args, o)
				return err
			}
		}
		return fmt.Errorf("no entry point is called %q", entryPoint)
	})
	return results, err
}

func evaluate(ctx context.Context, p *core.Program, d *core.Def, args []value.Value, o Options) (results [][]scalar.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(eval.Failure)
			if !ok {
				panic(r)
			}
			results, err = nil, fault.Failf("%s", f.Error())
		}
	}()
	m := &eval.Machine{Context: ctx, Local: launch.DefaultLocal}
	if d.Local > 0 {
		m.Local = d.Local
	}
	if o.Local > 0 {
		m.Local = o.Local
	}
	var given []any
	t := types.Prune(d.Scheme.Type)
	for {
		f, ok := t.(types.Fun)
		if !ok {
			break
		}
		n := leaves(f.Arg)
		if len(args) < n {
			return nil, fault.Failf("too few arguments")
		}
		given = append(given, argument(f.Arg, args[:n]))
		args, t = args[n:], types.Prune(f.Result)
	}
	return flatten(t.(types.Program).Of, m.Entry(p, d, given)), nil
}

// leaves counts the numbers in an element of a type.
func leaves(t types.Type) int {
	switch t := types.Prune(t).(type) {
	case types.Pair:
		return leaves(t.First) + leaves(t.Second)
	case types.Pull:
		return leaves(t.Elem)
	case types.Push:
		return leaves(t.Elem)
	}
	return 1
}

// argument makes a value of the arguments that it is.
func argument(t types.Type, args []value.Value) any {
	a, isArray := types.Prune(t).(types.Pull)
	if !isArray {
		return build(t, args, 0)
	}
	return eval.Pull{N: args[0].Len(), At: func(i int64) any { return build(a.Elem, args, i) }}
}

func build(t types.Type, args []value.Value, at int64) any {
	p, isPair := types.Prune(t).(types.Pair)
	if !isPair {
		return args[0].At(at)
	}
	n := leaves(p.First)
	return eval.Pair{build(p.First, args[:n], at), build(p.Second, args[n:], at)}
}

// flatten is the numbers of each result that a value is.
func flatten(t types.Type, v any) [][]scalar.Value {
	switch v := v.(type) {
	case eval.Pair:
		p := types.Prune(t).(types.Pair)
		return append(flatten(p.First, v[0]), flatten(p.Second, v[1])...)
	case eval.Pull:
		return columns(leaves(t), eval.Elements(v))
	case eval.Push:
		return columns(leaves(t), eval.Written(v))
	}
	return [][]scalar.Value{{v.(scalar.Value)}}
}

// columns are the numbers of elements, those at the same place of each together.
func columns(n int, list []any) [][]scalar.Value {
	out := make([][]scalar.Value, n)
	var add func(at int, x any) int
	add = func(at int, x any) int {
		if p, ok := x.(eval.Pair); ok {
			return add(add(at, p[0]), p[1])
		}
		out[at] = append(out[at], x.(scalar.Value))
		return at + 1
	}
	for _, x := range list {
		add(0, x)
	}
	return out
}
