package main

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// compiler compiles programs by a backend's pipeline, and counts in the interpreter of imp.
type compiler struct {
	driver   *driver.Driver
	pipeline string
}

func newCompiler(backend string) (*compiler, error) {
	d, err := driver.New()
	if err != nil {
		return nil, err
	}
	b, err := d.Backends.Lookup(backend)
	if err != nil {
		return nil, err
	}
	return &compiler{d, d.Until(b.Pipeline(), pass.Soac, pass.Imp)}, nil
}

func (c *compiler) use(ctx context.Context, file string, in input) (use, error) {
	u, err := c.driver.Load(ctx, file)
	if err != nil {
		return use{}, err
	}
	u.Target = target.Embedded()
	if _, err := c.driver.Optimise(ctx, u, c.pipeline, driver.Config{}); err != nil {
		return use{}, err
	}
	_, r, err := interp.Imp(ctx, u.Imp, in.entry, in.args, interp.Options{})
	if err != nil {
		return use{}, fmt.Errorf("%s: %w", file, err)
	}
	return use{r.Allocs, r.Copies, r.PeakBytes}, nil
}
