package librarycmd

import (
	"context"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/golang"
	"github.com/lamina-lang/lamina/library/web"
)

// goLibrary makes a Go package, over the embedded backend or one for a device.
func goLibrary(ctx context.Context, r request) ([]library.File, error) {
	lower := r.lowerEmbedded
	if r.device != "" {
		lower = func(ctx context.Context) error {
			_, err := r.lower(ctx)
			return err
		}
	}
	if err := lower(ctx); err != nil {
		return nil, err
	}
	return golang.Files(r.unit.Imp, golang.Options{Name: r.name, Package: r.pkg, Docs: r.docs(), Signatures: r.unit.Signatures, Backend: r.device, Processor: r.processor})
}

// jsLibrary makes an ES module.
func jsLibrary(ctx context.Context, r request) ([]library.File, error) {
	if err := r.lowerEmbedded(ctx); err != nil {
		return nil, err
	}
	return web.Files(r.unit.Imp, web.Options{Name: r.name, Docs: r.docs(), Signatures: r.unit.Signatures})
}

// docs returns the documentation comments of the entry points.
func (r *request) docs() map[string]string {
	docs := map[string]string{}
	for _, s := range r.unit.Signatures {
		docs[s.Entry] = s.Doc
	}
	return docs
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
