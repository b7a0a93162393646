package librarycmd

import (
	"context"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/golang"
)

// goLibrary makes a Go package.
func goLibrary(ctx context.Context, r request) ([]library.File, error) {
	docs := map[string]string{}
	for _, s := range r.unit.Signatures {
		docs[s.Entry] = s.Doc
	}
	if err := r.lowerEmbedded(ctx); err != nil {
		return nil, err
	}
	return golang.Files(r.unit.Imp, golang.Options{Name: r.name, Package: r.pkg, Docs: docs})
}

// lowerEmbedded takes the program through the pipeline of the embedded backend.
func (r *request) lowerEmbedded(ctx context.Context) error {
	b, err := r.driver.Backends.Lookup(wasm.Name)
	if err != nil {
		return err
	}
	_, err = r.driver.Lower(ctx, r.unit, b, r.config)
	return err
}
