package flow

import "github.com/lamina-lang/lamina/frontends/fut/internal/types"

// wholes is a set of variables that hold records: pieces which all parts of these share. Who
// consumes one part consumes the variable, of which the others are then gone, too. Sets are not
// changed, and share what they are made of.
type wholes struct {
	variable    *types.Binding // or nil
	left, right *wholes
}

// whole is a, what the record b of type t may alias, where b is a piece that all parts have.
func (w *walk) whole(b *types.Binding, t *types.Record, a aliases) aliases {
	if a.whole || w.inMemory(t) < 2 {
		return a
	}
	a.whole, a.wholes = true, &wholes{b, a.wholes, nil}
	return a
}

// inMemory counts the parts of a record that lie in memory. As types share their parts, the
// answer for each is kept.
func (w *walk) inMemory(r *types.Record) int {
	n, known := w.parted[r]
	if known {
		return n
	}
	for _, f := range r.Fields {
		switch t := types.Find(types.StripOuter(f.Type)).(type) {
		case *types.Record:
			n += w.inMemory(t)
		default:
			if !w.holdsScalars(t) {
				n++
			}
		}
	}
	w.parted[r] = n
	return n
}

// withoutWholes is a where the records that are consumed as wholes are no pieces: a record in
// which an array was updated is another one, with the other parts.
func (w *walk) withoutWholes(a aliases) aliases {
	return a.without(func(b *types.Binding) bool {
		_, gone := w.consumed[b]
		return gone && w.vars[b].aliases.whole
	})
}

// withoutConsumed is a without the pieces that are consumed.
func (w *walk) withoutConsumed(a aliases) aliases {
	return a.without(func(b *types.Binding) bool { _, gone := w.consumed[b]; return gone })
}

func (s *wholes) join(t *wholes) *wholes {
	switch {
	case s == nil || s == t:
		return t
	case t == nil:
		return s
	}
	return &wholes{nil, s, t}
}

// addTo adds the variables to out, leaving out sets that were seen.
func (s *wholes) addTo(out map[*types.Binding]bool, seen map[*wholes]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	if s.variable != nil {
		out[s.variable] = true
	}
	s.left.addTo(out, seen)
	s.right.addTo(out, seen)
}

func (s *wholes) without(gone func(*types.Binding) bool) *wholes {
	all := map[*types.Binding]bool{}
	s.addTo(all, map[*wholes]bool{})
	var out *wholes
	for _, b := range inOrder(all) {
		if !gone(b) {
			out = &wholes{b, out, nil}
		}
	}
	return out
}
