package names

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// space is a name space. Values and modules share one: a value hides a module of its name, if it may have
// fields.
type space uint8

const (
	terms space = iota
	typeNames
	moduleTypes
)

type key struct {
	space space
	name  string
}

// A frame holds names that are declared one after the other, or those of a module that is
// opened. It lies in another scope.
type frame struct {
	parent scope
	names  map[key][]entry
	opened *Module
	local  bool // of an opened module: it is not exported
	count  int
}

// entry is a declaration: *Value, *Type, *Module or *signature.
type entry struct {
	seq   int
	what  any
	at    *syntax.Ident // the name of a module or a module type where the program declares it
	doc   string        // of these
	local bool          // it is not exported
}

// scope holds the declarations of a frame before a place, and the scope around it.
type scope struct {
	frame *frame
	seq   int
}

// within is a new frame in s.
func (s scope) within() scope {
	return scope{&frame{parent: s, names: map[key][]entry{}}, 0}
}

// with is s and one more declaration.
func (s scope) with(k key, what any, local bool) scope {
	return s.declare(k, entry{what: what, local: local})
}

// withModule is s and the parameter of a functor.
func (s scope) withModule(name *syntax.Ident, m *Module) scope {
	return s.declare(key{terms, name.Name}, entry{what: m, at: name})
}

// declare is s and one more entry. Only the last scope of a frame may get more.
func (s scope) declare(k key, e entry) scope {
	if s.frame == nil || s.frame.opened != nil || s.seq != s.frame.count {
		s = s.within()
	}
	f := s.frame
	e.seq = f.count
	f.names[k] = append(f.names[k], e)
	f.count++
	return scope{f, f.count}
}

// open is s and the names of m.
func (s scope) open(m *Module, local bool) scope {
	return scope{&frame{parent: s, opened: m, local: local}, 0}
}

// find looks a name up; nil if it is not there.
func (s scope) find(k key) any { return s.search(k, nil, false).what }

// search looks a name up in the frames before stop. Nothing is in the entry if it is not there.
func (s scope) search(k key, stop *frame, exported bool) entry {
	return s.searchFor(k, stop, exported, nil)
}

// searchFor is search for what is wanted, which may be hidden; nil stands for everything.
func (s scope) searchFor(k key, stop *frame, exported bool, wanted func(any) bool) entry {
	for s.frame != nil && s.frame != stop {
		f := s.frame
		if f.opened != nil {
			if !exported || !f.local {
				if x := f.opened.searchFor(k, wanted); x.what != nil {
					return x
				}
			}
		} else if es := f.names[k]; len(es) > 0 {
			for i := len(es) - 1; i >= 0; i-- {
				if es[i].seq < s.seq && !(exported && es[i].local) && (wanted == nil || wanted(es[i].what)) {
					return es[i]
				}
			}
		}
		s = f.parent
	}
	return entry{}
}

// each calls visit for the names in scope, some of them twice.
func (s scope) each(visit func(key)) {
	for ; s.frame != nil; s = s.frame.parent {
		if s.frame.opened != nil {
			s.frame.opened.each(visit)
		}
		for k := range s.frame.names {
			visit(k)
		}
	}
}

// Module is a module, or a functor.
type Module struct {
	file string // of an imported one
	top  scope
	stop *frame // what the module lies in
	// scalar, if set, finds the members of the module of a scalar type, or of intrinsics.
	member func(k key) any
	list   func(visit func(key))
	// functor, if set, makes a module of another one.
	functor *functor
	// of is the module type that the module has been given, and no other names.
	of *signature
	// broken is set where the module has an error: it has every name.
	broken bool
}

// broken is the denotation of a broken module's names.
type broken struct{}

func (m *Module) find(k key) any { return m.search(k).what }

func (m *Module) search(k key) entry { return m.searchFor(k, nil) }

func (m *Module) searchFor(k key, wanted func(any) bool) entry {
	switch {
	case m.broken:
		return entry{what: broken{}}
	case m.member != nil:
		if x := m.member(k); wanted == nil || wanted(x) {
			return entry{what: x}
		}
		return entry{}
	}
	return m.top.searchFor(k, m.stop, true, wanted)
}

// each calls visit for the names of a module.
func (m *Module) each(visit func(key)) {
	if m.list != nil {
		m.list(visit)
		return
	}
	for s := m.top; s.frame != nil && s.frame != m.stop; s = s.frame.parent {
		if s.frame.opened != nil {
			s.frame.opened.each(visit)
		}
		for k := range s.frame.names {
			visit(k)
		}
	}
}
