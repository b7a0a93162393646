package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The engine checks for each access that the address is in memory, unless it has
// checked an access beyond it that uses the same pointer. So where an iteration
// makes several accesses through a pointer, it begins with one beyond all of them,
// whose result nobody needs: what remains of it is the check.

// touch writes those accesses for an iteration, which stands for stride of the
// loop's.
func (f *fn) touch(body []imp.Stm, groups []*group, stride int64) {
	certain := map[any]bool{}
	for _, s := range body {
		if !f.certainly(s, certain) {
			break
		}
	}
	for _, g := range groups {
		end, count := uint64(0), 0
		seen := map[[2]uint64]bool{}
		var at assemble.Local
		for _, m := range g.members {
			reach, accesses := f.reach(m, stride)
			if !certain[m.node] || accesses == 0 {
				continue
			}
			p := f.pointers[m.node]
			at = p.at
			end = max(end, p.offset+uint64(reach))
			if here := [2]uint64{p.offset, uint64(reach)}; !seen[here] { // else that is checked already
				seen[here] = true
				count += accesses
			}
		}
		if count > 1 {
			f.Get(at)
			f.Put(code.I32Load8U, end-1)
			f.Op(code.Drop)
		}
	}
}

// certainly adds the accesses that s makes whenever it runs; false if what comes
// after it may not run.
func (f *fn) certainly(s imp.Stm, to map[any]bool) bool {
	switch s := s.(type) {
	case *imp.Declare, *imp.Assign, *imp.Store:
	case *imp.If:
		return !mayStop(s.Then) && !mayStop(s.Else)
	case *imp.For:
		return !mayStop(s.Body)
	default:
		return false
	}
	imp.EachLoad(s, func(l *imp.Load) { to[l] = true })
	if st, ok := s.(*imp.Store); ok {
		to[st] = true
	}
	return true
}

// mayStop reports whether list may end the run.
func mayStop(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.If, *imp.For:
		default:
			found = true
		}
		return !found
	})
	return found
}

// reach is how many bytes from its pointer on an access comes to in an iteration
// that stands for stride of the loop's, and how many checks it needs for that; 0
// if that is not known.
func (f *fn) reach(m access, stride int64) (bytes int64, checks int) {
	v := f.vector
	if v == nil {
		step, isConst := m.step.AsConst()
		if !isConst && stride > 1 {
			return 0, 0
		}
		return m.bytes + (stride-1)*step, int(stride)
	}
	switch p := v.Access[m.node]; p.Form {
	case lanes.Same:
		return m.size, 1
	case lanes.Adjacent:
		return m.size * v.span(), v.Width
	case lanes.Strided:
		if c, ok := p.Step.AsConst(); ok && c > 0 && m.size*c*v.span() < maxStretch {
			return m.size * (1 + c*(v.span()-1)), int(v.span())
		}
	}
	return 0, 0
}

// Statements of one list often access one element several times, as an update loads it and
// stores it again. The engine computes each address anew, and checks it anew, unless accesses
// take it from one local. So the first of such accesses keeps its address in a temporary. This
// is for accesses without a pointer that the loop keeps up (address.go).

// maxRepeats bounds the addresses that a list keeps: more would not stay in registers.
const maxRepeats = 16

// repeats holds the addresses that a list keeps, by the text of the access.
type repeats struct {
	kept map[string]*repeat
	here bool // the statement that is being translated accesses these, not one within it
}

// repeat is an address that is needed more than once.
type repeat struct {
	at    assemble.Local
	known bool      // at holds it here
	of    imp.Names // the variables that it is computed from
}

// repeated finds the addresses in a list that are needed more than once; nil if there are none.
// It takes a temporary for each.
func (f *fn) repeated(list []imp.Stm) *repeats {
	count := map[string]int{}
	var r *repeats
	note := func(block name.Name, elem scalar.Type, index imp.Expr) {
		key, of, ok := addressKey(block, elem, index)
		if !ok {
			return
		}
		if count[key]++; count[key] != 2 || r != nil && len(r.kept) == maxRepeats {
			return
		}
		if r == nil {
			r = &repeats{kept: map[string]*repeat{}}
		}
		of[block] = true
		r.kept[key] = &repeat{at: f.Temp(code.I32), of: of}
	}
	for _, s := range list {
		if !plain(s) {
			continue
		}
		imp.EachLoad(s, func(l *imp.Load) {
			if _, ok := f.pointers[l]; !ok {
				note(l.Block, l.Elem, l.Index)
			}
		})
		if st, ok := s.(*imp.Store); ok {
			if _, ok := f.pointers[st]; !ok {
				note(st.Block, st.Elem, st.Index)
			}
		}
	}
	return r
}

// plain reports whether what a statement accesses is accessed whenever it runs.
func plain(s imp.Stm) bool {
	switch s.(type) {
	case *imp.Declare, *imp.Assign, *imp.Store:
		return true
	}
	return false
}

// addressKey is the text of an address that is computed from variables, and these variables.
func addressKey(block name.Name, elem scalar.Type, index imp.Expr) (key string, of imp.Names, ok bool) {
	of = imp.Names{}
	ok = true
	imp.WalkExpr(index, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Load:
			ok = false // what it reads may change
		case *imp.Var:
			of[e.Name] = true
		}
	})
	if !ok || len(of) == 0 {
		return "", nil, false
	}
	rest, n := splitConstant(index)
	if n < 0 || n*int64(elem.Size()) >= assemble.MinBlock {
		rest = index
	}
	return fmt.Sprint(block, " ", elem.Size(), " ", imp.Key(rest)), of, true
}

// repeat is the address of an access in the list that is being translated, if that keeps it.
func (f *fn) repeat(block name.Name, elem scalar.Type, rest imp.Expr) *repeat {
	if f.repeats == nil || !f.repeats.here {
		return nil
	}
	return f.repeats.kept[fmt.Sprint(block, " ", elem.Size(), " ", imp.Key(rest))]
}

// forget drops the addresses that a statement of the list may change.
func (r *repeats) forget(s imp.Stm) {
	if r == nil {
		return
	}
	var changes imp.Names
	if plain(s) {
		changes = imp.Changes([]imp.Stm{s})
	}
	for _, kept := range r.kept {
		if changes == nil { // look at no body again for each list around it
			kept.known = false
		}
		for n := range changes {
			kept.known = kept.known && !kept.of[n]
		}
	}
}
