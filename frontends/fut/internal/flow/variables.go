package flow

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// variable describes a variable to the walk.
type variable struct {
	aliases aliases
	pieces  map[*types.Binding]bool // aliases.all(), once it was asked for
	// parts are the fields of a record, as variables.
	parts map[string]*types.Binding
	// kept is the type of a parameter that is not unique, and may not be consumed.
	kept types.Type
	// depth counts the lambdas and loops around the variable's binding.
	depth int
	// typ is the type of a local function, its result unique as far as the walk
	// has found.
	typ types.Type
	// what describes memory that is no variable's: what a call or a loop makes.
	what string
}

// param binds a parameter's names; those that are not unique are kept.
func (w *walk) param(p syntax.Pat, t types.Type) {
	switch p := p.(type) {
	case *syntax.NamePat:
		b := w.info.Names[p]
		v := w.paramVariable(b, t)
		if r, ok := types.Find(types.StripOuter(t)).(*types.Record); ok {
			v.aliases = w.whole(b, r, v.aliases)
		}
		w.vars[b] = v
	case *syntax.TypedPat:
		w.param(p.Pat, t)
	case *syntax.TuplePat:
		for i, e := range p.Elems {
			w.param(e, partType(t, fieldNumber(i)))
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			w.param(f.Pat, partType(t, f.Name))
		}
	case *syntax.ConstructPat:
		for i, e := range p.Payload {
			w.param(e, partType(partType(t, p.Name), fieldNumber(i)))
		}
	}
}

// paramVariable describes a parameter of type t, or a field of it.
func (w *walk) paramVariable(b *types.Binding, t types.Type) *variable {
	v := &variable{depth: w.depth}
	if !isUnique(t) {
		v.kept = t
	}
	whole := t
	for isUnique(whole) {
		whole = types.StripOuter(whole)
	}
	switch r := types.Find(whole).(type) {
	case types.Scalar:
	case *types.Record:
		v.kept = nil // its parts know
		if w.holdsScalars(r) {
			break
		}
		v.aliases = aliases{vars: map[*types.Binding]bool{}, fields: map[string]aliases{}}
		for _, f := range r.Fields {
			part := &types.Binding{Name: b.Name + "." + f.Name, Pos: b.Pos, Kind: types.Local, Type: f.Type}
			w.vars[part] = w.paramVariable(part, partType(t, f.Name))
			v.aliases.fields[f.Name] = w.vars[part].aliases
		}
	default:
		v.aliases = aliases{vars: map[*types.Binding]bool{b: true}}
	}
	return v
}

// localVariable is what is known of a variable of type t that is bound to a
// value with aliases a, or of a field of it.
func (w *walk) localVariable(b *types.Binding, t types.Type, a aliases) *variable {
	v := &variable{depth: w.depth}
	switch t := types.Find(types.StripOuter(t)).(type) {
	case types.Scalar:
	case *types.Record:
		if w.holdsScalars(t) {
			break
		}
		if a.of == t && a.named {
			v.aliases = a
			break
		}
		v.aliases = aliases{fields: map[string]aliases{}, of: t, named: true}
		v.parts = map[string]*types.Binding{}
		for _, f := range t.Fields {
			part := &types.Binding{Name: b.Name + "." + f.Name, Pos: b.Pos, Kind: types.Local, Type: f.Type}
			v.parts[f.Name] = part
			w.vars[part] = w.localVariable(part, f.Type, a.field(f.Name))
			v.aliases.fields[f.Name] = w.vars[part].aliases
		}
	case *types.Sum:
		if !w.holdsScalars(t) {
			v.aliases = a.with(b)
		}
	default:
		v.aliases = flat(a)
		if len(v.aliases.vars) == 0 {
			v.aliases.vars = map[*types.Binding]bool{b: true}
		}
	}
	return v
}

// bind gives the names of a pattern what they may alias.
func (w *walk) bind(p syntax.Pat, a aliases) {
	switch p := p.(type) {
	case *syntax.NamePat:
		b := w.info.Names[p]
		v := w.localVariable(b, b.Type, a)
		if r, ok := types.Find(types.StripOuter(b.Type)).(*types.Record); ok {
			v.aliases = w.whole(b, r, v.aliases)
		}
		w.vars[b] = v
	case *syntax.TypedPat:
		w.bind(p.Pat, a)
	case *syntax.TuplePat:
		for i, e := range p.Elems {
			w.bind(e, a.field(fieldNumber(i)))
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			w.bind(f.Pat, a.field(f.Name))
		}
	case *syntax.ConstructPat:
		for i, e := range p.Payload {
			w.bind(e, a.field(p.Name).field(fieldNumber(i)))
		}
	}
}

// use checks that b is there to be used and returns what it may alias.
func (w *walk) use(v *syntax.Var) aliases {
	use := w.info.Uses[v]
	if use == nil {
		return aliases{}
	}
	b := use.Binding
	known := w.vars[b]
	if known == nil {
		if isTopLevel(b) && !isScalar(w.info.Types[v]) && !types.IsFunc(types.Find(w.info.Types[v])) {
			return aliases{vars: map[*types.Binding]bool{b: true}}
		}
		return aliases{}
	}
	if a := w.firstGone(known); a != nil {
		pos := w.consumed[a]
		e := errorAt(v, "Using variable %q, but this was consumed at %d:%d.  (Possibly through aliases.)", b.Name, pos.Line, pos.Col)
		if a != b {
			e = errorAt(v, "Using variable %q, but this was consumed at %d:%d.  (Possibly through aliases.)  It may share memory with %s", b.Name, pos.Line, pos.Col, w.piece(a))
		}
		panic(e.WithNote(pos, "it was consumed here").WithHint("consume a copy instead: %s", w.copyHint(a)))
	}
	w.capture(known)
	return known.aliases
}

// isTopLevel reports whether b is bound at top level: by a definition, or by the module type of a
// module.
func isTopLevel(b *types.Binding) bool { return b.Kind == types.Global || b.Kind == types.Intrinsic }

// firstGone is the first piece of v's memory that is consumed, or nil. It costs
// no more than the shorter of the two lists, so that a record of many fields is
// used many times.
func (w *walk) firstGone(v *variable) *types.Binding {
	if len(w.consumed) == 0 {
		return nil
	}
	if v.pieces == nil {
		v.pieces = v.aliases.all()
	}
	gone := map[*types.Binding]bool{}
	if len(v.pieces) < len(w.consumed) {
		for b := range v.pieces {
			if _, ok := w.consumed[b]; ok {
				gone[b] = true
			}
		}
	} else {
		for b := range w.consumed {
			if v.pieces[b] {
				gone[b] = true
			}
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return inOrder(gone)[0]
}

// consume marks a value as consumed at a place.
func (w *walk) consume(at syntax.Node, a aliases) {
	for _, b := range inOrder(a.all()) {
		v := w.vars[b]
		switch {
		case v == nil:
			panic(errorAt(at, "Consuming variable %s, which is not consumable: it is defined at top level", w.piece(b)).WithHint("consume a copy: %s", w.copyHint(b)))
		case v.kept != nil:
			panic(errorAt(at, "Consuming variable %s, which is not consumable: it is a parameter that is not unique (declare it as *%s)", w.piece(b), types.AtomString(types.Strip(v.kept))).WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("or consume a copy: %s", w.copyHint(b)))
		case v.depth < w.depth:
			panic(errorAt(at, "Consuming variable %s, which is not consumable inside %s: it is bound outside", w.piece(b), w.inside[len(w.inside)-1]).
				WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("consume a copy: %s", w.copyHint(b)))
		}
		w.gone(b, at.Pos())
	}
}

// gone notes that b is consumed at a place.
func (w *walk) gone(b *types.Binding, at source.Pos) {
	if _, already := w.consumed[b]; !already {
		w.consumed[b] = at
		w.trail = append(w.trail, b)
	}
}

// within walks something that may be evaluated any number of times.
func (w *walk) within(what string, f func()) {
	w.depth++
	w.inside = append(w.inside, what)
	f()
	w.inside = w.inside[:len(w.inside)-1]
	w.depth--
}

// forget undoes the consumption since the trail had the given length, and
// returns it.
func (w *walk) forget(since int) map[*types.Binding]source.Pos {
	out := map[*types.Binding]source.Pos{}
	for _, b := range w.trail[since:] {
		out[b] = w.consumed[b]
		delete(w.consumed, b)
	}
	w.trail = w.trail[:since]
	return out
}

// made is what the value of type t of a call or a loop may alias. Those of its
// parts that are not unique may share memory with each other.
func (w *walk) made(at syntax.Node, what string, t types.Type, a aliases) aliases {
	shared := 0
	w.eachPart(t, a, func(t types.Type, _ aliases) {
		if !isUnique(t) && !isScalar(t) && !types.IsFunc(t) {
			shared++
		}
	})
	if shared < 2 {
		return w.limit(t, a)
	}
	return w.limit(t, flat(a, w.newPiece(at, what)))
}

// newPiece is memory that is no variable's.
func (w *walk) newPiece(at syntax.Node, what string) aliases {
	b := &types.Binding{Pos: at.Pos(), Kind: types.Local}
	w.vars[b] = &variable{depth: w.depth, what: what}
	return aliases{vars: map[*types.Binding]bool{b: true}}
}

// piece names memory in messages.
func (w *walk) piece(b *types.Binding) string {
	if v := w.vars[b]; v != nil && v.what != "" {
		return v.what
	}
	return strconv.Quote(b.Name)
}

// copyHint tells how to avoid the consumption of b.
func (w *walk) copyHint(b *types.Binding) string {
	if b.Name == "" {
		return "copy (…)"
	}
	return "copy " + b.Name
}
