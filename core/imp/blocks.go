package imp

import "github.com/lamina-lang/lamina/core/name"

// BlockUses returns the block variables that a kernel's body uses and does not declare, in
// order of first use: those that it may write, and those that it only reads. A block that
// is handed to a function, or gets another name, may be written.
func BlockUses(body []Stm) (written, read []name.Name) {
	changed, isBlock := Names{}, Names{}
	Walk(body, func(s Stm) bool {
		EachLoad(s, func(l *Load) { isBlock[l.Block] = true })
		BlocksOf(s, func(b name.Name) {
			c, ok := s.(*Copy)
			isBlock[b], changed[b] = true, changed[b] || !ok || b == c.Dst.Block
		})
		return true
	})
	for _, n := range Free(body) {
		switch {
		case changed[n]:
			written = append(written, n)
		case isBlock[n]:
			read = append(read, n)
		}
	}
	return written, read
}

// Counted returns the block parameters of functions whose references the program counts, or for
// whose size it asks: those that are assigned, given another name, or passed to a function that
// does so. The memory of any other parameter need not be a counted block.
func Counted(p *Program) Names {
	counted := Names{}
	for _, f := range p.CalleesFirst(func(*Fun) bool { return true }) {
		uses := Names{}
		Walk(f.Body, func(s Stm) bool {
			countedBy(p, s, counted, uses)
			return true
		})
		for _, param := range f.Params {
			if param.Type.IsBlock() && uses[param.Name] {
				counted[param.Name] = true
			}
		}
	}
	return counted
}

// countedBy adds the blocks that a statement itself counts or asks for the size of; counted
// holds the parameters of the functions that it may call.
func countedBy(p *Program, s Stm, counted, uses Names) {
	use := func(n name.Name) { uses[n] = true }
	Roots(s, func(e Expr) {
		WalkExpr(e, func(e Expr) {
			if b, ok := e.(*Bytes); ok {
				use(b.Block)
			}
		})
	})
	switch s := s.(type) {
	case *Call:
		callee := p.Fun(s.Fun)
		for i, a := range s.Args {
			if a.X == nil && (callee == nil || counted[callee.Params[i].Name]) {
				use(a.Block)
			}
		}
		for _, r := range s.Results {
			use(r)
		}
	case *Alloc, *AssignBlock, *Foreign:
		BlocksOf(s, use)
	}
}

// Sole returns the block variables of a function that hold nothing but blocks allocated for
// them, which no other variable ever holds. So what is accessed through one of them is apart from
// what is accessed through any other variable.
func Sole(f *Fun) Names {
	sole, shared := Names{}, Names{}
	for _, p := range f.Params {
		shared[p.Name] = true
	}
	Walk(f.Body, func(s Stm) bool {
		switch s := s.(type) {
		case *Alloc:
			sole[s.Block] = true
		case *AssignBlock:
			if !s.Src.IsZero() {
				shared[s.Dst], shared[s.Src] = true, true
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { shared[b] = true })
			for _, r := range results(s) {
				shared[r] = true
			}
		}
		return true
	})
	for b := range shared {
		delete(sole, b)
	}
	return sole
}

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
