package librarycmd

import (
	"context"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/capi"
)

// cLibrary makes libraries in C, by the pipeline of backend c.
func cLibrary(parallel bool) func(context.Context, request) ([]library.File, error) {
	return func(ctx context.Context, r request) ([]library.File, error) {
		b, err := r.driver.Backends.Lookup(c.Name)
		if err != nil {
			return nil, err
		}
		if _, err := r.driver.Lower(ctx, r.unit, b, r.config); err != nil {
			return nil, err
		}
		signatures, err := r.signatures()
		if err != nil {
			return nil, err
		}
		return capi.Files(r.unit.Imp, signatures, capi.Options{Name: r.name, Prefix: r.prefix, Parallel: parallel})
	}
}
