package script

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Eval is the value of an expression.
func (p *Program) Eval(ctx context.Context, e Exp) (Value, error) { return p.eval(ctx, e, nil) }

// Apply calls an entry point with one value.
func (p *Program) Apply(ctx context.Context, name string, v Value) (Value, error) {
	const argument = "0" // which no name is
	return p.call(ctx, &Call{Name: name, Args: []Exp{&Call{Name: argument}}}, variables{argument: v})
}

// Fields are the parts of a tuple or a record, with their names; ok is false for another value. Those of
// a tuple have numbers as names.
func (v Value) Fields() (names []string, parts []Value, ok bool) {
	if v.Type != nil {
		for _, f := range v.Type.Fields {
			names, parts = append(names, f.Name), append(parts, v.part(f))
		}
		return names, parts, len(names) > 0
	}
	return v.names, v.elems, v.names != nil
}

// IsTuple reports whether a value is a tuple.
func (v Value) IsTuple() bool { return v.isTuple() || v.Type != nil && v.Type.IsTuple() }

// Plain is a value that is a scalar or an array of scalars. A number without a type is an i32, or an f64.
func (p *Program) Plain(v Value) (value.Value, error) {
	switch {
	case v.Type != nil && !v.Type.Opaque():
		return v.Parts[0], nil
	case v.file != "" || v.text != "" && v.text[0] != '"':
		vs, err := p.held(v)
		if err != nil {
			return value.Value{}, err
		}
		if len(vs) == 1 {
			return vs[0], nil
		}
	}
	return value.Value{}, fmt.Errorf("script: expected a scalar or an array of scalars, but got a value %s", v.what())
}

// held reads what a text or a file holds.
func (p *Program) held(v Value) ([]value.Value, error) {
	if v.file != "" {
		return p.read(v.file, nil)
	}
	return value.NewBytesReader([]byte(v.text), source.Pos{}).All()
}

// String is a value as text: arrays and scalars in the format for data, tuples and records of them, and
// of another value its type.
func (p *Program) String(v Value) (string, error) {
	if names, parts, ok := v.Fields(); ok {
		out, open, end := "", "{", "}"
		if v.IsTuple() {
			open, end = "(", ")"
		}
		for i, part := range parts {
			text, err := p.String(part)
			if err != nil {
				return "", err
			}
			if i > 0 {
				out += ", "
			}
			if open == "{" {
				out += names[i] + " = "
			}
			out += text
		}
		return open + out + end, nil
	}
	if v.Type != nil && v.Type.Opaque() {
		return "a value of type " + v.Type.Name, nil
	}
	if v.text != "" {
		return v.text, nil
	}
	x, err := p.Plain(v)
	if err != nil {
		return "", err
	}
	return x.String(), nil
}
