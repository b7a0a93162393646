// Package python holds what plugins in Python are written with: the package lamina, of the
// protocol's messages and of what serves passes.
package python

import "embed"

// Sources are the files of the Python package lamina.
//
//go:embed lamina
var Sources embed.FS
