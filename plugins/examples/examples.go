// Package examples holds example plugins, each in its own folder. `lamina plugin new`
// copies them under other names.
package examples

import "embed"

// Sources are the files of the examples.
//
//go:embed double c
var Sources embed.FS
