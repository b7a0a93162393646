package imp

import "github.com/lamina-lang/lamina/core/name"

// Holders groups the block variables of a function: what is accessed through variables of two
// groups is in different blocks. Parameters, and what goes to functions or comes from them, make
// up one group.
type Holders struct {
	parent map[name.Name]name.Name
}

// NewHolders groups a function's variables.
func NewHolders(f *Fun) *Holders {
	h := &Holders{map[name.Name]name.Name{}}
	var outside name.Name // a name that no variable has
	for _, p := range f.Params {
		h.join(outside, p.Name)
	}
	Walk(f.Body, func(s Stm) bool {
		switch s := s.(type) {
		case *AssignBlock:
			if !s.Src.IsZero() {
				h.join(s.Dst, s.Src)
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { h.join(outside, b) })
			for _, r := range results(s) {
				h.join(outside, r)
			}
		}
		return true
	})
	return h
}

// Group returns the variable that stands for the group of n.
func (h *Holders) Group(n name.Name) name.Name {
	root := n
	for {
		next, ok := h.parent[root]
		if !ok {
			break
		}
		root = next
	}
	for n != root {
		next := h.parent[n]
		h.parent[n] = root
		n = next
	}
	return root
}

func (h *Holders) join(a, b name.Name) {
	if a, b = h.Group(a), h.Group(b); a != b {
		h.parent[b] = a
	}
}
