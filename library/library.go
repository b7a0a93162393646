// Package library makes libraries of compiled programs: what callers in other languages link or
// import. Each target is a package below this one, which turns a program into files. A library
// needs nothing of Lamina at run time.
package library

import "errors"

// ErrEmpty is the error of a program that has no entry points.
var ErrEmpty = errors.New("the program has no entry points, so a library of it would be empty; " +
	"declare one with `entry` instead of `def`, or state the type of a function in APL after its brace: `{ ⍝: [double]1 → [double]0`")

// File is a file of a library. Its name is relative to the library's folder, with slashes.
type File struct {
	Name string
	Text []byte
	// Executable says that the file is a program.
	Executable bool
}
