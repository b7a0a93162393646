// Package examples holds plugins to learn from, each in a folder of its own.
// `lamina plugin new` writes them out under other names.
package examples

import "embed"

// Sources are the files of the examples.
//
//go:embed double c
var Sources embed.FS
