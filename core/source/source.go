// Package source locates things in program text: files, positions, spans, and errors that
// show the line they refer to.
//
// A Pos is small and comparable, so that every statement of the IR can carry one through
// all passes.
package source

import "fmt"

// Pos is a place in a source file. The zero Pos means "no position known".
// Line and Col count from 1; Col counts bytes.
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether p is a known position.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String prints file:line:col, or "-" when the position is unknown.
func (p Pos) String() string {
	if !p.IsValid() {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
