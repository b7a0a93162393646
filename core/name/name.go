// Package name holds the variable names of the IR and their supply.
//
// A Name is globally unique within a program: two bindings never share one, so
// that substitution cannot capture and free variables are simply the uses
// without the bindings. Passes that copy code must rename what they copy.
package name

import (
	"strconv"
	"strings"
)

// Name is a variable. Base is what a person called it; ID tells names of one
// base apart. ID 0 is the bare name, as people write it by hand. The zero Name
// is no name.
type Name struct {
	Base string
	ID   int
}

// IsZero reports whether n is no name.
func (n Name) IsZero() bool { return n.Base == "" }

// String prints base_id, or the bare base when ID is 0.
func (n Name) String() string {
	if n.ID == 0 {
		return n.Base
	}
	return n.Base + "_" + strconv.Itoa(n.ID)
}

// Parse is the inverse of String: the digits behind the last underscore are
// the ID, unless they could not have been printed by String (leading zeros, or
// nothing before the underscore).
func Parse(s string) Name {
	i := strings.LastIndexByte(s, '_')
	if i <= 0 || i == len(s)-1 || s[i+1] == '0' {
		return Name{Base: s}
	}
	id, err := strconv.Atoi(s[i+1:])
	if err != nil || id <= 0 || s[i+1] == '+' {
		return Name{Base: s}
	}
	return Name{Base: s[:i], ID: id}
}

// Compare orders names by ID, then by base: the order of their creation.
func Compare(a, b Name) int {
	if a.ID != b.ID {
		return a.ID - b.ID
	}
	return strings.Compare(a.Base, b.Base)
}

// Supply makes fresh names. It travels in the program, so that a pass names
// alike wherever it runs. The zero Supply starts at 1.
type Supply struct {
	last int
}

// NewSupply returns a supply whose first name has ID last+1.
func NewSupply(last int) *Supply { return &Supply{last: last} }

// Last returns the ID most recently given out.
func (s *Supply) Last() int { return s.last }

// Fresh returns a name with the given base that the supply has not given out
// before. A base that itself ends in _digits loses that ending, so that the
// printed name reads back as the same Name.
func (s *Supply) Fresh(base string) Name {
	s.last++
	base = Parse(base).Base
	if base == "" {
		base = "x"
	}
	return Name{Base: base, ID: s.last}
}

// Like returns a fresh name with the base of n.
func (s *Supply) Like(n Name) Name { return s.Fresh(n.Base) }

// Seen tells the supply that n is in use.
func (s *Supply) Seen(n Name) { s.last = max(s.last, n.ID) }
