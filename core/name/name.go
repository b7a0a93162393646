// Package name holds the variable names of the IR and their supply.
//
// A Name is globally unique within a program: no two bindings share one. So substitution
// cannot capture, and the free variables are the uses minus the bindings. Passes that
// copy code must rename what they copy.
package name

import (
	"strconv"
	"strings"
)

// Name is a variable. Base is the name in the source; ID distinguishes names of one base.
// ID 0 is the bare name, as written by hand. The zero Name is no name.
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

// Parse is the inverse of String: the digits after the last underscore are the ID, unless
// String could not have printed them (leading zeros, or nothing before the underscore).
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

// Compare orders names by ID, then by base: in order of creation.
func Compare(a, b Name) int {
	if a.ID != b.ID {
		return a.ID - b.ID
	}
	return strings.Compare(a.Base, b.Base)
}

// Supply makes fresh names. It is part of the program, so that a pass chooses the same
// names in this process and in a plugin. The zero Supply starts at 1.
type Supply struct {
	last int
}

// NewSupply returns a supply whose first name has ID last+1.
func NewSupply(last int) *Supply { return &Supply{last: last} }

// Last returns the last ID that the supply gave out.
func (s *Supply) Last() int { return s.last }

// Fresh returns a name with the given base that the supply has not given out before. A
// base that ends in _digits loses that suffix, so that the printed name parses to the
// same Name.
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

// Seen records that n is in use.
func (s *Supply) Seen(n Name) { s.last = max(s.last, n.ID) }
