package lmad

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Summary is an access summary: the cells of one block that some code may access, as a
// union of LMADs, or the whole block. The zero Summary is empty. Summaries are values.
type Summary struct {
	parts []LMAD
	top   bool
}

// Summarise returns the union of the LMADs.
func Summarise(parts ...LMAD) Summary {
	var s Summary
	for _, l := range parts {
		s = s.Add(l)
	}
	return s
}

// Top returns the summary of unknown code: the whole block.
func Top() Summary { return Summary{top: true} }

// IsTop reports whether s is the whole block.
func (s Summary) IsTop() bool { return s.top }

// IsEmpty reports whether s is empty.
func (s Summary) IsEmpty() bool { return !s.top && len(s.parts) == 0 }

// Parts returns the LMADs that s is the union of; nil if s is Top.
func (s Summary) Parts() []LMAD { return s.parts }

// Equal reports whether s and t are syntactically equal.
func (s Summary) Equal(t Summary) bool {
	return s.top == t.top && slices.EqualFunc(s.parts, t.parts, LMAD.Equal)
}

// Add returns the union of s and l.
func (s Summary) Add(l LMAD) Summary {
	if s.top {
		return s
	}
	for _, m := range s.parts {
		if m.Equal(l) {
			return s
		}
	}
	return Summary{parts: append(s.parts[:len(s.parts):len(s.parts)], l)}
}

// Union returns the union of s and t.
func (s Summary) Union(t Summary) Summary {
	if s.top || t.top {
		return Top()
	}
	for _, l := range t.parts {
		s = s.Add(l)
	}
	return s
}

// Join is Union that also merges LMADs that are adjacent (see Beside).
func (s Summary) Join(t Summary) Summary {
	if s.top || t.top {
		return Top()
	}
	out := Summary{parts: slices.Clone(s.parts)}
	for _, l := range t.parts {
		out.join(l)
	}
	return out
}

// join adds l to s, in place.
func (s *Summary) join(l LMAD) {
	for i := len(s.parts) - 1; i >= 0; i-- {
		m := s.parts[i]
		joined, ok := l.Beside(m)
		if !ok {
			joined, ok = m.Beside(l)
		}
		if ok {
			s.parts = slices.Delete(s.parts, i, i+1)
			l = joined
		}
	}
	s.parts = append(s.parts, l)
}

// Expand returns the union of s over lo ≤ i < lo+n. It is Top if a part has no such union
// as an LMAD.
func (s Summary) Expand(i name.Name, lo, n sym.Poly) Summary {
	if s.top {
		return s
	}
	var out Summary
	for _, l := range s.parts {
		if l.Mentions(i) {
			expanded, ok := Expand(i, lo, n, l)
			if !ok {
				return Top()
			}
			l = expanded
		}
		out = out.Add(l)
	}
	return out
}

// Subst replaces variables throughout.
func (s Summary) Subst(f func(name.Name) (sym.Poly, bool)) Summary {
	out := Summary{top: s.top}
	for _, l := range s.parts {
		out = out.Add(l.Subst(f))
	}
	return out
}

// Disjoint proves that s and t have no cell in common. If it finds no proof, clash is the
// first pair of LMADs that it could not prove disjoint; it is nil if one of the summaries
// is the whole block.
func (s Summary) Disjoint(facts sym.Facts, t Summary) (proof *sym.Proof, clash *[2]LMAD) {
	if s.IsEmpty() || t.IsEmpty() {
		return sym.NewProof(nil, "nothing is touched"), nil
	}
	if s.top || t.top {
		return nil, nil
	}
	var parts []*sym.Proof
	for _, l := range s.parts {
		for _, m := range t.parts {
			proof, ok := Disjoint(facts, l, m)
			if !ok {
				return nil, &[2]LMAD{l, m}
			}
			parts = append(parts, proof)
		}
	}
	return sym.NewProof(parts, "%v and %v are disjoint", s, t), nil
}

// String prints the union.
func (s Summary) String() string {
	switch {
	case s.top:
		return "everything"
	case len(s.parts) == 0:
		return "nothing"
	}
	texts := make([]string, len(s.parts))
	for i, l := range s.parts {
		texts[i] = l.String()
	}
	return strings.Join(texts, " ∪ ")
}
