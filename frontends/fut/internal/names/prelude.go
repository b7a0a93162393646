package names

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// preludeFiles are the files that Futhark's prelude consists of, as programs may import them.
var preludeFiles = map[string]bool{
	"/prelude/prelude": true, "/prelude/math": true, "/prelude/soacs": true, "/prelude/array": true,
	"/prelude/zip": true, "/prelude/functional": true, "/prelude/ad": true,
}

// importPrelude is a file of the prelude as a module. Each has the names of all. Their names are in
// scope without an import, so that a declaration that only imports one is refused.
func (b *builder) importPrelude(file string, at syntax.Node) *Module {
	if _, declaration := at.(*syntax.ImportDecl); declaration {
		b.report(errorf(at, "%s may not be explicitly imported: its names are in scope without that", file).
			WithHint("leave the import out, or name the module: module m = import %q", file))
		return &Module{broken: true}
	}
	base := b.base
	return &Module{member: base.find, list: base.each}
}
