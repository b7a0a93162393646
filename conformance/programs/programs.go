// Package programs embeds the programs with test blocks that the conformance suite runs,
// for users of the suite.
package programs

import "embed"

// Files are the programs and the data that they name.
//
//go:embed *.fut language data
var Files embed.FS
