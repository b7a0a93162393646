package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/apl"
	"github.com/lamina-lang/lamina/frontends/tail"
)

// Call is an entry point with what it is given. An empty name stands for main, or the only entry
// point.
type Call struct {
	Entry string
	Args  []value.Value
}

// IsUntyped reports whether entry points of a file's language have no types of their own, but are
// compiled for the values that they are given; see LoadCalls.
func IsUntyped(file string) bool { return filepath.Ext(file) == ".apl" }

// LoadCalls reads a program in a language without types, and compiles the entry points that are
// called for the types of their arguments, which are those of Plain.
func (d *Driver) LoadCalls(ctx context.Context, name string, text []byte, calls []Call) (*pass.Unit, error) {
	typed, err := typedCalls(name, text, calls)
	if err != nil {
		return nil, err
	}
	p, err := apl.Compile(ctx, name, text, typed)
	if err != nil {
		return nil, err
	}
	found, err := d.tuning(ctx, name)
	return &pass.Unit{IR: p, Target: target.Embedded(), Tuning: found}, err
}

func typedCalls(name string, text []byte, calls []Call) ([]apl.Call, error) {
	var out []apl.Call
	for _, c := range calls {
		if c.Entry == "" {
			names, err := apl.Entries(name, text)
			switch {
			case err != nil:
				return nil, err
			case slices.Contains(names, "main"):
				c.Entry = "main"
			case len(names) == 1:
				c.Entry = names[0]
			case len(names) == 0:
				return nil, fmt.Errorf("%s: the program prints nothing and defines no functions (⎕←x prints x)", name)
			default:
				return nil, fmt.Errorf("no entry point is called main; name one with --entry (there are: %s)", strings.Join(names, ", "))
			}
		}
		typed := apl.Call{Entry: c.Entry}
		for _, a := range c.Args {
			typed.Args = append(typed.Args, apl.Arg{Elem: a.Elem, Rank: len(a.Shape)})
		}
		out = append(out, typed)
	}
	return out, nil
}

// Describe says for which arguments the functions of a program in a language without types can
// be compiled, a line for each kind.
func Describe(ctx context.Context, name string, text []byte) ([]string, error) {
	return apl.Describe(ctx, name, text)
}

// Plain returns values with elements of the types that a language without types has: ints are
// i64, floats f64.
func Plain(args []value.Value) ([]value.Value, error) {
	elems := make([]scalar.Type, len(args))
	for i, a := range args {
		switch {
		case a.Elem.IsFloat():
			elems[i] = scalar.F64
		case a.Elem == scalar.Bool:
			elems[i] = scalar.Bool
		default:
			elems[i] = scalar.I64
		}
	}
	return Converted(args, elems)
}

// Converted returns values with their elements converted to the given types.
func Converted(args []value.Value, elems []scalar.Type) ([]value.Value, error) {
	out := slices.Clone(args)
	for i, a := range args {
		if i >= len(elems) || a.Elem == elems[i] {
			continue
		}
		v, err := value.New(elems[i], a.Shape...)
		if err != nil {
			return nil, err
		}
		for k := range a.Len() {
			v.Set(k, scalar.Convert(elems[i], a.At(k)))
		}
		out[i] = v
	}
	return out, nil
}

// Tail returns a program in TAIL: of a .tail file the program itself, of an .apl file what it is
// elaborated to for calls.
func Tail(file string, text []byte, calls []Call) (string, error) {
	switch filepath.Ext(file) {
	case ".tail":
		return tail.Format(file, text)
	case ".apl":
		typed, err := typedCalls(file, text, calls)
		if err != nil {
			return "", err
		}
		p, err := apl.ToTail(file, text, typed)
		if err != nil {
			return "", err
		}
		return p.String(), nil
	}
	return "", fmt.Errorf("%s: only programs in APL and TAIL (.apl, .tail) have a stage tail", file)
}

func loadAPL(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	p, err := apl.Compile(ctx, name, text, nil)
	if err != nil {
		return nil, err
	}
	return &pass.Unit{IR: p}, nil
}
