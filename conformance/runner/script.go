package runner

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/lamina-lang/lamina/conformance/script"
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
	if c.Input.From != testblock.Script {
		return s.given(c, elems)
	}
	if c.Input.Problem != nil {
		return nil, fmt.Errorf("%v: %w", c.Input.Pos, c.Input.Problem)
	}
	p := &script.Program{
		Folder:    filepath.Dir(s.file),
		Signature: s.program.Signature,
		Run: func(ctx context.Context, name string, args []value.Value) ([]value.Value, error) {
			results, _, err := s.exe.Run(ctx, name, args)
			return results, err
		},
	}
	return p.Arguments(ctx, c.Input.Script, name)
}

// paramTypes returns the element types of an entry point's parameters.
func (s *session) paramTypes(name string) ([]scalar.Type, error) {
	if !slices.Contains(s.program.Entries(), name) {
		return nil, fmt.Errorf("the program has no entry point %s", name)
	}
	return driver.ParamTypes(s.program, name), nil
}
