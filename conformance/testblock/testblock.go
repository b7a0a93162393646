// Package testblock parses the test blocks in programs' comments, in Futhark's format:
//
//	-- Sums an array.
//	-- ==
//	-- entry: sum
//	-- input { [1, 2, 3] } output { 6 }
//	-- "large" compiled random input { [1000000]i32 } auto output
//	-- input @ data/some.in.gz output @ data/some.out
//	-- input { empty([0]i32) } error: division by zero
//	-- property: commutes
//
// A block starts with a comment line `-- ==` and continues as long as comment lines follow;
// the comment lines before it describe it. A file may have several blocks. A block with an
// error and no input says that the program does not compile; one with neither, that it
// compiles. After the entries, a line `math: reproducible` or `math: fast` says that the
// results are those of one mode for floats (docs/semantics.md).
package testblock

import (
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
)

// Block is a test block.
type Block struct {
	Pos         source.Pos
	Description string
	Tags        []string
	Entries     []string // as given; none means main
	// Math is the mode that the results hold in; "" is any.
	Math target.Math
	// CompileError is the error expected when compiling, or nil.
	CompileError *regexp.Regexp
	Cases        []Case
	// Properties are entry points that must return true for all arguments.
	Properties []string
	// Structures are the places of blocks that count operations in Futhark's own representation.
	Structures []source.Pos
	Warnings   []*regexp.Regexp // expected from Futhark's compiler
}

// Case is one input with the expected outcome.
type Case struct {
	Pos   source.Pos
	Name  string // as given in quotes, otherwise an abbreviation of the input
	Flags []Flag
	Input Input
	Want  Want
}

// Flag is a word before an input: one of those below, or a tag.
type Flag string

// The flags that every runner understands.
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
	Inline               // Text, at Pos
	File                 // the file Path, relative to the program
	Random               // generated, of the types Types
	Auto                 // the reference interpreter's result
	Script               // an expression of FutharkScript
)

// Data is values, or where to find them.
type Data struct {
	From  Source
	Pos   source.Pos
	Text  string
	Path  string
	Types []dataset.Type
	// Script is the expression of a script input; nil for one that is no script, as Problem says.
	Script  script.Exp
	Problem error
}

// Input is the input of an entry point.
type Input = Data

// Want is the expected outcome of a run: values, or an error whose message matches.
type Want struct {
	Output Data
	Error  *regexp.Regexp
	Limits []Limit
}

// Fails reports whether the outcome is a failure with this message. Futhark's messages begin with
// "Error: ", so patterns may expect that.
func (w *Want) Fails(message string) bool {
	return Matches(w.Error, message) || Matches(w.Error, "Error: "+message)
}

// Matches applies a pattern to a message. Line breaks in the message also count as spaces, so
// that a pattern can span lines.
func Matches(pattern *regexp.Regexp, message string) bool {
	return pattern.MatchString(message) || pattern.MatchString(strings.Join(strings.Fields(message), " "))
}

// HasFlag reports whether the case has a flag.
func (c *Case) HasFlag(f Flag) bool {
	for _, g := range c.Flags {
		if f == g {
			return true
		}
	}
	return false
}
