// Package nearby finds accesses of a list of statements that are a few elements apart, so that one address
// serves them: of the elements that an update loads and stores again, or of neighbours that a sort compares.
package nearby

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// maxAddresses bounds the addresses of a list: more would not stay in registers.
const maxAddresses = 24

// maxApart bounds the bytes between accesses that share an address.
const maxApart = assemble.MinBlock / 2

// Address is one that is needed more than once: of the element Least elements from Rest.
type Address struct {
	Rest  imp.Expr
	Least int64 // at most 0
	most  int64
	count int // of accesses
}

// Place is where an access lies: N elements from the rest of an address. Where the address is
// computed for it, the elements up to the one that Reach says are accessed for certain.
type Place struct {
	Address *Address
	N       int64
	Reach   *int64
}

// Find returns the addresses that a list and the branches in it need more than once, and where
// accesses lie relative to them; loops have addresses of their own. It leaves accesses to skip out.
func Find(list []imp.Stm, skip func(access any) bool) ([]*Address, map[any]Place) {
	s := &scan{skip: skip, versions: map[name.Name]int{}, forms: map[name.Name]form{}, byKey: map[string]*Address{}, places: map[any]Place{}}
	s.list(list)
	var kept []*Address
	for _, k := range s.order {
		if k.count > 1 && len(kept) < maxAddresses {
			kept = append(kept, k)
		}
	}
	maps.DeleteFunc(s.places, func(_ any, p Place) bool { return !slices.Contains(kept, p.Address) })
	return kept, s.places
}

// form is what is known of a variable at one of its versions: it is another one, at one of its own, and a constant.
type form struct {
	at   int
	of   name.Name
	ofAt int
	n    int64
}

// scan looks for addresses that are needed more than once. Each assignment gives a variable a version that no other
// one has; addresses that are computed from other versions are others.
type scan struct {
	skip     func(access any) bool
	last     int // version that was given
	loops    int // before the statement that is looked at: what is kept across one does not stay in registers
	versions map[name.Name]int
	forms    map[name.Name]form
	byKey    map[string]*Address
	order    []*Address
	places   map[any]Place
	reaches  map[*Address]*int64 // of what runs for certain, up to the statement that is looked at
}

// list scans a list and the branches in it, and returns what they assign, with the versions before;
// ok is false if what comes after it may not run.
func (s *scan) list(list []imp.Stm) (changed map[name.Name]int, ok bool) {
	changed, ok = map[name.Name]int{}, true
	change := func(n name.Name) {
		if _, again := changed[n]; !again {
			changed[n] = s.versions[n]
		}
		s.last++
		s.versions[n] = s.last
	}
	s.reaches = map[*Address]*int64{}
	for _, stm := range list {
		switch stm.(type) {
		case *imp.If, *imp.Store, *imp.Declare, *imp.Assign: // others read again and again, or if they fail
			imp.EachLoad(stm, s.load)
		}
		switch stm := stm.(type) {
		case *imp.If:
			assigned, certain := s.branch(stm)
			for n := range assigned {
				change(n)
			}
			if !certain {
				s.reaches, ok = map[*Address]*int64{}, false
			}
		case *imp.Store:
			s.access(stm, stm.Block, stm.Elem, stm.Lanes, stm.Index)
		case *imp.Declare:
			s.define(stm.Name, stm.Init)
		case *imp.Assign:
			change(stm.Name)
			s.define(stm.Name, stm.X)
		default:
			for n := range imp.Changes([]imp.Stm{stm}) {
				change(n)
			}
			if len(imp.Bodies(stm)) > 0 {
				s.loops++
			}
			s.reaches, ok = map[*Address]*int64{}, false
		}
	}
	return changed, ok
}

// branch scans the arms of a branch, each from the versions before it.
func (s *scan) branch(b *imp.If) (assigned imp.Names, ok bool) {
	reaches := s.reaches
	assigned, ok = imp.Names{}, true
	for _, arm := range [][]imp.Stm{b.Then, b.Else} {
		changed, certain := s.list(arm)
		ok = ok && certain
		for n, before := range changed {
			assigned[n] = true
			s.versions[n] = before
		}
	}
	s.reaches = reaches
	return assigned, ok
}

// define notes what a variable is.
func (s *scan) define(n name.Name, x imp.Expr) {
	rest, c := s.split(x)
	if v, ok := rest.(*imp.Var); ok && v.Type == scalar.I64 && v.Name != n {
		s.forms[n] = form{s.versions[n], v.Name, s.versions[v.Name], c}
	}
}

func (s *scan) load(l *imp.Load) { s.access(l, l.Block, l.Elem, l.Lanes, l.Index) }

// access notes a load or store.
func (s *scan) access(node any, block name.Name, elem scalar.Type, lanes int, index imp.Expr) {
	if s.skip(node) {
		return
	}
	rest, n := s.split(index)
	size := int64(elem.Size())
	if n <= -maxApart/size || n >= maxApart/size {
		return
	}
	key, ok := s.key(block, elem, rest)
	if !ok {
		return
	}
	k := s.byKey[key]
	if k == nil {
		k = &Address{Rest: rest}
		s.byKey[key] = k
		s.order = append(s.order, k)
	}
	if old, twice := s.places[node]; twice && (old.Address != k || old.N != n) {
		delete(s.places, node) // a node of two places, where variables differ
		return
	}
	last := n + int64(max(1, lanes)) - 1
	if (max(k.most, last)-min(k.Least, n))*size >= maxApart {
		return
	}
	k.Least, k.most = min(k.Least, n), max(k.most, last)
	k.count++
	reach := s.reaches[k]
	if reach == nil {
		reach = new(int64)
		*reach = last
		s.reaches[k] = reach
	}
	*reach = max(*reach, last)
	s.places[node] = Place{k, n, reach}
}

// split takes the constant off an index, also off those of variables in it.
func (s *scan) split(e imp.Expr) (rest imp.Expr, n int64) {
	switch e := e.(type) {
	case *imp.Var:
		if f, ok := s.forms[e.Name]; ok && f.at == s.versions[e.Name] && f.ofAt == s.versions[f.of] {
			return &imp.Var{Name: f.of, Type: scalar.I64}, f.n
		}
	case *imp.Prim:
		if e.Type != scalar.I64 || e.Fn != scalar.Add && e.Fn != scalar.Sub {
			return e, 0
		}
		x, a := s.split(e.Args[0])
		if c, ok := imp.ConstOf(e.Args[1]); ok {
			if e.Fn == scalar.Sub {
				return x, a - c.Int()
			}
			return x, a + c.Int()
		}
		y, b := s.split(e.Args[1])
		if e.Fn == scalar.Sub {
			b = -b
		}
		if a == 0 && b == 0 && x == e.Args[0] && y == e.Args[1] {
			return e, 0
		}
		return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: []imp.Expr{x, y}}, a + b
	}
	return e, 0
}

// key is the text of an address that is computed from variables, with their versions.
func (s *scan) key(block name.Name, elem scalar.Type, rest imp.Expr) (key string, ok bool) {
	ok = true
	parts := []any{s.loops, " ", block, " ", s.versions[block], " ", elem.Size(), " ", imp.Key(rest)}
	fixed := len(parts)
	imp.WalkExpr(rest, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Load:
			ok = false // what it reads may change
		case *imp.Var:
			parts = append(parts, " ", s.versions[e.Name])
		}
	})
	return fmt.Sprint(parts...), ok && len(parts) > fixed
}
