// Package regressions holds a program for each wrong result ever found, with test blocks
// that the conformance suite runs. Each file is named for its bug; its comment says what
// went wrong, and which method finds it now: a check, a tracing interpreter, a generator, a
// test. Expected values come from a formula or from another implementation of the language.
package regressions

import "embed"

// Files are the programs.
//
//go:embed *.fut
var Files embed.FS
