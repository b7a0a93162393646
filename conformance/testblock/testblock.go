// Package testblock reads the test blocks that programs carry in their
// comments, in the format that Futhark's users know:
//
//	-- Sums an array.
//	-- ==
//	-- entry: sum
//	-- input { [1, 2, 3] } output { 6 }
//	-- "large" compiled random input { [1000000]i32 } auto output
//	-- input @ data/some.in.gz output @ data/some.out
//	-- input { empty([0]i32) } error: division by zero
//
// A block begins with a comment line `-- ==` and goes on while comment lines
// follow; the comment lines before it describe it. A file may have several. A
// block with an error and no input says that the program does not compile, one
// with neither that it compiles.
package testblock

import (
	"regexp"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/core/source"
)

// Block is a test block.
type Block struct {
	Pos         source.Pos
	Description string
	Tags        []string
	Entries     []string // as given; none means main
	// CompileError is what compiling must fail with, or nil.
	CompileError *regexp.Regexp
	Cases        []Case
	Warnings     []*regexp.Regexp // that Futhark's compiler gives
}

// Case is one input with what must come of it.
type Case struct {
	Pos   source.Pos
	Name  string // as given in quotes, else a short form of the input
	Flags []Flag
	Input Input
	Want  Want
}

// Flag is a word before an input: one of those below, or a tag.
type Flag string

// The flags that mean something to every runner.
const (
	Compiled Flag = "compiled" // not for interpreters
	NoBench  Flag = "nobench"
	NoTest   Flag = "notest"
)

// Source says where values come from.
type Source uint8

// The sources.
const (
	Absent Source = iota // nothing given
	Inline               // Text, standing at Pos
	File                 // the file Path, relative to the program
	Random               // made up, of the types Types
	Auto                 // whatever the reference interpreter gives
	Script               // an expression of FutharkScript
)

// Data is values, or where to find them.
type Data struct {
	From  Source
	Pos   source.Pos
	Text  string
	Path  string
	Types []dataset.Type
	// Script is the call that a Script is; nil for other scripts, which are not
	// supported.
	Script *Call
}

// Input is what an entry point is given.
type Input = Data

// Want is what a run must come to: values, or an error whose message matches.
type Want struct {
	Output Data
	Error  *regexp.Regexp
	Limits []Limit
}

// HasFlag reports whether the case carries a flag.
func (c *Case) HasFlag(f Flag) bool {
	for _, g := range c.Flags {
		if f == g {
			return true
		}
	}
	return false
}
