package runner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// arguments returns a case's arguments for an entry point: parsed, generated, or returned
// by other entry points of the program.
func (s *session) arguments(ctx context.Context, c *testblock.Case, name string) ([]value.Value, error) {
	elems, err := s.paramTypes(name)
	if err != nil {
		return nil, err
	}
	if c.Input.Script != nil {
		return s.script(ctx, *c.Input.Script, elems, nil)
	}
	return s.given(c, elems)
}

// paramTypes returns the element types of an entry point's parameters.
func (s *session) paramTypes(name string) ([]scalar.Type, error) {
	if !slices.Contains(s.program.Entries(), name) {
		return nil, fmt.Errorf("the program has no entry point %s", name)
	}
	return driver.ParamTypes(s.program, name), nil
}

// names holds the variables of a script.
type names map[string][]value.Value

// script evaluates a script, whose values should have the given element types; these are
// unknown for a let-bound expression. A tuple gives its components.
func (s *session) script(ctx context.Context, c testblock.Call, elems []scalar.Type, vars names) ([]value.Value, error) {
	bound, isVar := vars[c.Fun]
	switch {
	case c.Let != nil:
		inner, err := s.bind(ctx, c.Let, vars)
		if err != nil {
			return nil, err
		}
		return s.script(ctx, c.Let.Body, elems, inner)
	case c.Text != "":
		return s.read(&testblock.Data{From: testblock.Inline, Text: c.Text}, elems)
	case c.Path != "":
		return s.read(&testblock.Data{From: testblock.File, Path: c.Path}, elems)
	case isVar && len(c.Args) > 0:
		return nil, fmt.Errorf("script: %s is no entry point", c.Fun)
	case isVar:
		return bound, nil
	}
	want := elems
	if c.Fun != "" {
		var err error
		if want, err = s.paramTypes(c.Fun); err != nil {
			return nil, err
		}
	}
	var args []value.Value
	for _, a := range c.Args {
		vs, err := s.script(ctx, a, want[min(len(args), len(want)):], vars)
		if err != nil {
			return nil, err
		}
		args = append(args, vs...)
	}
	if c.Fun == "" {
		return args, nil
	}
	results, _, err := s.exe.Run(ctx, c.Fun, args)
	if err != nil {
		return nil, fmt.Errorf("script: %s: %w", c.Fun, err)
	}
	return results, nil
}

// bind returns vars extended by the bindings of a let.
func (s *session) bind(ctx context.Context, l *testblock.Let, vars names) (names, error) {
	vs, err := s.script(ctx, l.Bound, nil, vars)
	if err != nil {
		return nil, err
	}
	inner := names{}
	maps.Copy(inner, vars)
	if len(l.Names) == 1 {
		inner[l.Names[0]] = vs
		return inner, nil
	}
	if len(l.Names) != len(vs) {
		return nil, fmt.Errorf("script: %d names are bound to %d values", len(l.Names), len(vs))
	}
	for i, n := range l.Names {
		inner[n] = vs[i : i+1]
	}
	return inner, nil
}
