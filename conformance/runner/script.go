package runner

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// arguments are what a case gives to an entry point: read, made up, or returned
// by other entry points of the program.
func (s *session) arguments(ctx context.Context, c *testblock.Case, name string) ([]value.Value, error) {
	elems, err := s.paramTypes(name)
	if err != nil {
		return nil, err
	}
	if c.Input.Script != nil {
		return s.script(ctx, *c.Input.Script, elems)
	}
	return s.given(c, elems)
}

// paramTypes are the element types of an entry point's parameters.
func (s *session) paramTypes(name string) ([]scalar.Type, error) {
	f := s.program.Fun(name)
	if f == nil || f.Entry == nil {
		return nil, fmt.Errorf("the program has no entry point %s", name)
	}
	var elems []scalar.Type
	for _, p := range entry.FromIR(f) {
		elems = append(elems, p.Elem)
	}
	return elems, nil
}

// script evaluates a script where values of the given element types are
// expected. A tuple is its elements.
func (s *session) script(ctx context.Context, c testblock.Call, elems []scalar.Type) ([]value.Value, error) {
	if c.Text != "" {
		return s.read(&testblock.Data{From: testblock.Inline, Text: c.Text}, elems)
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
		vs, err := s.script(ctx, a, want[min(len(args), len(want)):])
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
