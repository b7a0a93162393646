package script

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Program is a program whose entry points scripts call.
type Program struct {
	Folder    string // of the files that scripts name
	Signature func(name string) (entry.Signature, error)
	Run       func(ctx context.Context, name string, args []value.Value) ([]value.Value, error)
}

// Arguments returns the arguments that a script gives to an entry point, as leaves. The components of
// a tuple are the arguments, unless the entry point takes one.
func (p *Program) Arguments(ctx context.Context, e Exp, name string) ([]value.Value, error) {
	s, err := p.Signature(name)
	if err != nil {
		return nil, err
	}
	v, err := p.eval(ctx, e, nil)
	if err != nil {
		return nil, err
	}
	return p.pass(s, []Value{v})
}

// Value is the value of a script's expression: Parts of a Type; or, where Type is nil, something of
// which a parameter decides the type: a text, a file, or a tuple or record.
type Value struct {
	Type  *entry.Type
	Parts []value.Value

	text  string
	file  string
	names []string // of elems
	elems []Value
}

type variables map[string]Value

func (p *Program) eval(ctx context.Context, e Exp, vars variables) (Value, error) {
	switch e := e.(type) {
	case *Literal:
		return Value{text: e.Text}, nil
	case *Tuple:
		elems, err := p.evalAll(ctx, e.Elems, vars)
		return tuple(elems), err
	case *Record:
		elems, err := p.evalAll(ctx, e.Elems, vars)
		return Value{names: e.Names, elems: elems}, err
	case *List:
		elems, err := p.evalAll(ctx, e.Elems, vars)
		if err != nil {
			return Value{}, err
		}
		return join(elems)
	case *Project:
		of, err := p.eval(ctx, e.Of, vars)
		if err != nil {
			return Value{}, err
		}
		return of.field(e.Field)
	case *Let:
		inner, err := p.bind(ctx, e, vars)
		if err != nil {
			return Value{}, err
		}
		return p.eval(ctx, e.Body, inner)
	case *Call:
		return p.call(ctx, e, vars)
	}
	panic("unknown expression of a script")
}

func (p *Program) evalAll(ctx context.Context, es []Exp, vars variables) ([]Value, error) {
	out := make([]Value, len(es))
	for i, e := range es {
		var err error
		if out[i], err = p.eval(ctx, e, vars); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tuple is a tuple whose type is open; a value without a name stands for itself.
func tuple(elems []Value) Value {
	v := Value{elems: elems, names: make([]string, len(elems))}
	for i := range elems {
		v.names[i] = fmt.Sprint(i)
	}
	return v
}

func (p *Program) bind(ctx context.Context, l *Let, vars variables) (variables, error) {
	v, err := p.eval(ctx, l.Bound, vars)
	if err != nil {
		return nil, err
	}
	inner := variables{}
	maps.Copy(inner, vars)
	if len(l.Names) == 1 {
		inner[l.Names[0]] = v
		return inner, nil
	}
	elems, err := p.components(v)
	if err != nil {
		return nil, err
	}
	if len(l.Names) != len(elems) {
		return nil, fmt.Errorf("script: %d names are bound to %d values", len(l.Names), len(elems))
	}
	for i, n := range l.Names {
		inner[n] = elems[i]
	}
	return inner, nil
}

// components are those of a tuple, or of the values in a file; another value is its own only one.
func (p *Program) components(v Value) ([]Value, error) {
	switch {
	case v.file != "":
		vs, err := p.read(v.file, nil)
		var out []Value
		for _, x := range vs {
			out = append(out, typed(x))
		}
		return out, err
	case v.Type != nil && v.Type.IsTuple():
		var out []Value
		for _, f := range v.Type.Fields {
			out = append(out, v.part(f))
		}
		return out, nil
	case v.isTuple():
		return v.elems, nil
	}
	return []Value{v}, nil
}

func (v Value) isTuple() bool {
	return v.Type == nil && v.names != nil && !slices.ContainsFunc(v.names, func(n string) bool { return n[0] > '9' })
}

func typed(v value.Value) Value {
	return Value{Type: entry.PlainType(v.Elem, v.Rank()), Parts: []value.Value{v}}
}

func (v Value) part(f entry.Field) Value {
	return Value{Type: f.Type, Parts: v.Parts[f.First : f.First+len(f.Type.Leaves)]}
}

func (v Value) field(name string) (Value, error) {
	if v.Type != nil {
		for _, f := range v.Type.Fields {
			if f.Name == name {
				return v.part(f), nil
			}
		}
	}
	if i := slices.Index(v.names, name); i >= 0 {
		return v.elems[i], nil
	}
	return Value{}, fmt.Errorf("script: a value %s has no field %s", v.what(), name)
}

func (p *Program) call(ctx context.Context, c *Call, vars variables) (Value, error) {
	if v, bound := vars[c.Name]; bound {
		if len(c.Args) > 0 {
			return Value{}, fmt.Errorf("script: %s is no entry point", c.Name)
		}
		return v, nil
	}
	args, err := p.evalAll(ctx, c.Args, vars)
	if err != nil {
		return Value{}, err
	}
	if f := builtins[c.Name]; f != nil {
		return f(p, args)
	}
	s, err := p.Signature(c.Name)
	if err != nil {
		return Value{}, err
	}
	leaves, err := p.pass(s, args)
	if err != nil {
		return Value{}, fmt.Errorf("script: %s: %w", c.Name, err)
	}
	results, err := p.Run(ctx, c.Name, leaves)
	if err != nil {
		return Value{}, fmt.Errorf("script: %s: %w", c.Name, err)
	}
	return Value{Type: s.Result.Type, Parts: results}, nil
}

// pass returns the leaves of arguments as an entry point takes them. One tuple may stand for all of
// several arguments.
func (p *Program) pass(s entry.Signature, args []Value) ([]value.Value, error) {
	if len(args) == 1 && len(s.Params) != 1 {
		if f := args[0].file; f != "" {
			return p.read(f, leavesOf(s))
		}
		var err error
		if args, err = p.components(args[0]); err != nil {
			return nil, err
		}
	}
	if len(args) != len(s.Params) {
		return nil, fmt.Errorf("entry point %s takes %d arguments, but %d are given", s.Entry, len(s.Params), len(args))
	}
	var out []value.Value
	for i, a := range args {
		leaves, err := p.as(a, s.Params[i].Type)
		if err != nil {
			return nil, fmt.Errorf("argument %s of %s: %w", s.Params[i].Name, s.Entry, err)
		}
		out = append(out, leaves...)
	}
	return out, nil
}

func leavesOf(s entry.Signature) []entry.Leaf {
	var out []entry.Leaf
	for _, a := range s.Params {
		out = append(out, a.Type.Leaves...)
	}
	return out
}

// as returns the leaves of a value where a type is wanted.
func (p *Program) as(v Value, t *entry.Type) ([]value.Value, error) {
	mismatch := fmt.Errorf("expected a value of type %s, but got one %s", t.Name, v.what())
	switch {
	case v.file != "":
		return p.read(v.file, t.Leaves)
	case v.Type != nil:
		if v.Type.Kind != t.Kind || !slices.Equal(v.Type.Leaves, t.Leaves) {
			return nil, mismatch
		}
		return v.Parts, nil
	case v.text != "":
		if t.Opaque() {
			return nil, mismatch
		}
		return value.NewBytesReader([]byte(v.text), source.Pos{}).AllAs([]scalar.Type{t.Leaves[0].Elem})
	case t.Kind != entry.Record || len(t.Fields) != len(v.names):
		return nil, mismatch
	}
	var out []value.Value
	for _, f := range t.Fields {
		i := slices.Index(v.names, f.Name)
		if i < 0 {
			return nil, mismatch
		}
		leaves, err := p.as(v.elems[i], f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		out = append(out, leaves...)
	}
	return out, nil
}

// what describes a value for messages.
func (v Value) what() string {
	switch {
	case v.Type != nil:
		return "of type " + v.Type.Name
	case v.text != "":
		return "written as " + v.text
	case v.file != "":
		return "from the file " + v.file
	case v.isTuple():
		return fmt.Sprintf("that is a tuple of %d", len(v.elems))
	}
	return "that is a record of " + strings.Join(v.names, ", ")
}

// join makes an array of values that are scalars or arrays of one type and shape.
func join(elems []Value) (Value, error) {
	var like *value.Value
	for _, e := range elems {
		if e.Type != nil && !e.Type.Opaque() {
			like = &e.Parts[0]
		}
	}
	if like == nil {
		return Value{}, fmt.Errorf("script: of values between [ and ] one at least must be a scalar, or an array of scalars, that an entry point returned")
	}
	out, err := value.New(like.Elem, append([]int64{int64(len(elems))}, like.Shape...)...)
	if err != nil {
		return Value{}, err
	}
	at := 0
	for _, e := range elems {
		leaves, err := (&Program{}).as(e, entry.PlainType(like.Elem, like.Rank()))
		if err != nil {
			return Value{}, fmt.Errorf("script: an array's element: %w", err)
		}
		if !slices.Equal(leaves[0].Shape, like.Shape) {
			return Value{}, fmt.Errorf("script: the elements of an array have different sizes: %s and %s", like.Type(), leaves[0].Type())
		}
		at += copy(out.Data[at:], leaves[0].Data)
	}
	return typed(out), nil
}
