// Package programs holds the programs with test blocks that the conformance suite
// runs, so that whoever imports the suite has them.
package programs

import "embed"

// Files are the programs and the data that they name.
//
//go:embed *.fut language data
var Files embed.FS
