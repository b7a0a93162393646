package types

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Uniqueness. A value of a unique parameter, and the array that an update
// changes, is consumed: neither it nor anything that may share memory with it
// is used afterwards. This is checked, definition by definition, by walking the
// body in the order of evaluation with what each variable may alias.

// aliases is the memory that a value may lie in, each piece named by the
// variable that was bound to it first: a variable that is bound to a view of
// another's value adds no piece. Tuples and records may know it for each field.
// Sets are not changed once they are in use.
type aliases struct {
	vars   map[*Binding]bool
	fields map[string]aliases
}

// all is the union over the fields.
func (a aliases) all() map[*Binding]bool {
	if len(a.fields) == 0 {
		return a.vars
	}
	out := maps.Clone(a.vars)
	if out == nil {
		out = map[*Binding]bool{}
	}
	for _, f := range a.fields {
		maps.Copy(out, f.all())
	}
	return out
}

func (a aliases) field(name string) aliases {
	if f, ok := a.fields[name]; ok {
		return f
	}
	return aliases{vars: a.vars}
}

// union is what a value may alias that is one of several. Where one of them is
// known field by field, so is the union.
func union(as ...aliases) aliases {
	out := aliases{vars: map[*Binding]bool{}}
	for _, a := range as {
		for name := range a.fields {
			if _, done := out.fields[name]; done {
				continue
			}
			if out.fields == nil {
				out.fields = map[string]aliases{}
			}
			parts := make([]aliases, len(as))
			for i, b := range as {
				parts[i] = b.field(name)
			}
			out.fields[name] = union(parts...)
		}
	}
	for _, a := range as {
		if len(out.fields) == 0 || len(a.fields) > 0 {
			maps.Copy(out.vars, a.vars)
		}
	}
	return out
}

// inOrder lists variables by their places, so that of several that an error
// could name it is always the same one.
func inOrder(bs map[*Binding]bool) []*Binding {
	return slices.SortedFunc(maps.Keys(bs), func(a, b *Binding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Name, b.Name))
	})
}

// flat is all that several values may alias.
func flat(as ...aliases) aliases {
	if len(as) == 1 {
		return aliases{vars: as[0].all()}
	}
	out := map[*Binding]bool{}
	for _, a := range as {
		maps.Copy(out, a.all())
	}
	return aliases{vars: out}
}

// variable is what the walk knows of a variable.
type variable struct {
	aliases aliases
	pieces  map[*Binding]bool // aliases.all(), once it was asked for
	// parts are the fields of a record, as variables.
	parts map[string]*Binding
	// kept says why the variable may not be consumed, unless empty.
	kept string
	// depth counts the lambdas and loops around the variable's binding.
	depth int
	// typ is the type of a local function, its result unique as far as the walk
	// has found.
	typ Type
	// what describes memory that is no variable's: what a call or a loop makes.
	what string
}

// walk checks the uniqueness of one definition.
type walk struct {
	*checker
	vars     map[*Binding]*variable
	consumed map[*Binding]source.Pos
	trail    []*Binding // the keys of consumed, in order
	depth    int
	inside   []string // what is around, a lambda or a loop, outermost first
}

// checkUniqueness checks the definition d of b. Where d does not say what its
// result is, the parts that alias nothing become unique.
func (c *checker) checkUniqueness(b *Binding, d *syntax.ValDecl) {
	w := &walk{checker: c, vars: map[*Binding]*variable{}, consumed: map[*Binding]source.Pos{}}
	b.Type = w.function(b.Type, d.Params, d.Ret, d.Body)
}

// function walks the body of a function of type t and returns its type: t with
// a result that is as unique as it can be.
func (w *walk) function(t Type, params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp) Type {
	for _, p := range params {
		w.param(p, w.info.Pats[p])
	}
	result := w.exp(body)
	if ret != nil {
		w.uniqueResult(body, result, w.info.Written[ret])
	}
	if ret != nil || len(params) == 0 {
		return t
	}
	return withResult(t, len(params), func(t Type) Type { return w.asUnique(t, result) })
}

// withResult is the type t of a function of n parameters with another result.
func withResult(t Type, n int, result func(Type) Type) Type {
	if n == 0 {
		return result(t)
	}
	f, ok := find(t).(*Func)
	if !ok {
		return t
	}
	out := *f
	out.Result = withResult(f.Result, n-1, result)
	return &out
}

// uniqueResult checks that what t declares unique in a result shares memory
// with nothing outside the function and with no other part of the result.
func (w *walk) uniqueResult(body syntax.Exp, result aliases, t Type) {
	parts := map[*Binding]bool{} // seen in a part so far; true in a unique one
	eachPart(t, result, func(t Type, a aliases) {
		for _, b := range inOrder(a.all()) {
			unique, seen := parts[b]
			switch {
			case isUnique(t) && w.isOutside(b):
				panic(w.errorf(body, "Unique-typed return value is aliased to %s, which is not consumable", w.piece(b)).
					WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("return a copy: copy (…)"))
			case seen && (unique || isUnique(t)):
				panic(w.errorf(body, "A unique-typed component of the return value is aliased to some other component, by way of %s", w.piece(b)).
					WithHint("return a copy: copy (…)"))
			}
			parts[b] = unique || isUnique(t)
		}
	})
}

// isOutside reports whether memory may be in use outside of the function that is
// walked.
func (w *walk) isOutside(b *Binding) bool {
	v := w.vars[b]
	return v == nil || v.kept != "" || v.depth < w.depth
}

// asUnique is t, the type of a function's result, with those parts unique that
// share memory with nothing outside the function and with no other part.
func (w *walk) asUnique(t Type, result aliases) Type {
	uses := map[*Binding]int{}
	eachPart(t, result, func(_ Type, a aliases) {
		for b := range a.all() {
			uses[b]++
		}
	})
	var mark func(t Type, a aliases) Type
	mark = func(t Type, a aliases) Type {
		switch t := find(t).(type) {
		case Scalar, *Func, *Unique:
			return t
		case *Record:
			r := &Record{Fields: make([]Field, len(t.Fields))}
			for i, f := range t.Fields {
				r.Fields[i] = Field{f.Name, mark(f.Type, a.field(f.Name))}
			}
			return r
		}
		for b := range a.all() {
			if uses[b] > 1 || w.isOutside(b) {
				return t
			}
		}
		return &Unique{t}
	}
	return mark(t, result)
}

// made is what the value of type t of a call or a loop may alias. Those of its
// parts that are not unique may share memory with each other.
func (w *walk) made(at syntax.Node, what string, t Type, a aliases) aliases {
	shared := 0
	eachPart(t, a, func(t Type, _ aliases) {
		if !isUnique(t) && !isScalar(t) && !isFunc(t) {
			shared++
		}
	})
	if shared < 2 {
		return limit(t, a)
	}
	return limit(t, flat(a, w.newPiece(at, what)))
}

// newPiece is memory that is no variable's.
func (w *walk) newPiece(at syntax.Node, what string) aliases {
	b := &Binding{Pos: at.Pos(), Kind: Local}
	w.vars[b] = &variable{depth: w.depth, what: what}
	return aliases{vars: map[*Binding]bool{b: true}}
}

// piece names memory in messages.
func (w *walk) piece(b *Binding) string {
	if v := w.vars[b]; v != nil && v.what != "" {
		return v.what
	}
	return strconv.Quote(b.Name)
}

// copyHint tells how to avoid the consumption of b.
func (w *walk) copyHint(b *Binding) string {
	if b.Name == "" {
		return "copy (…)"
	}
	return "copy " + b.Name
}

// eachPart calls f for the parts of a value: the fields of records, or the
// whole where t has no fields or is unique as a whole.
func eachPart(t Type, a aliases, f func(Type, aliases)) {
	r, ok := find(t).(*Record)
	if !ok {
		f(t, a)
		return
	}
	for _, field := range r.Fields {
		eachPart(field.Type, a.field(field.Name), f)
	}
}

// limit is what a value of type t may alias, given that its parts may alias no
// more than a: scalars and unique parts alias nothing.
func limit(t Type, a aliases) aliases {
	switch t := find(t).(type) {
	case Scalar, *Unique:
		return aliases{}
	case *Record:
		out := aliases{fields: map[string]aliases{}}
		if a.fields != nil {
			out.vars = a.vars
		}
		for _, f := range t.Fields {
			out.fields[f.Name] = limit(f.Type, a.field(f.Name))
		}
		return out
	}
	return a
}

// param binds a parameter's names; those that are not unique are kept.
func (w *walk) param(p syntax.Pat, t Type) {
	switch p := p.(type) {
	case *syntax.NamePat:
		b := w.info.Names[p]
		w.vars[b] = w.paramVariable(b, t)
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
	}
}

// paramVariable is what is known of a parameter of type t. Each field of a
// record is consumed by itself.
func (w *walk) paramVariable(b *Binding, t Type) *variable {
	v := &variable{depth: w.depth}
	if !isUnique(t) {
		v.kept = "it is a parameter that is not unique (declare it as *" + atomString(strip(t)) + ")"
	}
	switch r := find(strip(t)).(type) {
	case Scalar:
	case *Record:
		v.aliases = aliases{vars: map[*Binding]bool{}, fields: map[string]aliases{}}
		for _, f := range r.Fields {
			part := &Binding{Name: b.Name + "." + f.Name, Pos: b.Pos, Kind: Local, Type: f.Type}
			w.vars[part] = w.paramVariable(part, partType(t, f.Name))
			v.aliases.fields[f.Name] = w.vars[part].aliases
		}
	default:
		v.aliases = aliases{vars: map[*Binding]bool{b: true}}
	}
	return v
}

// localVariable is what is known of a variable of type t that is bound to a
// value with aliases a. Each field of a record is consumed by itself.
func (w *walk) localVariable(b *Binding, t Type, a aliases) *variable {
	v := &variable{depth: w.depth}
	switch t := find(strip1(t)).(type) {
	case Scalar:
	case *Record:
		v.aliases.fields = map[string]aliases{}
		v.parts = map[string]*Binding{}
		for _, f := range t.Fields {
			part := &Binding{Name: b.Name + "." + f.Name, Pos: b.Pos, Kind: Local, Type: f.Type}
			v.parts[f.Name] = part
			w.vars[part] = w.localVariable(part, f.Type, a.field(f.Name))
			v.aliases.fields[f.Name] = w.vars[part].aliases
		}
	default:
		v.aliases = flat(a)
		if len(v.aliases.vars) == 0 {
			v.aliases.vars = map[*Binding]bool{b: true}
		}
	}
	return v
}

// partType is the type of a field of t, unique if t is.
func partType(t Type, field string) Type {
	if u, ok := find(t).(*Unique); ok {
		return &Unique{partType(u.Type, field)}
	}
	if r, ok := find(t).(*Record); ok {
		if ft, ok := r.field(field); ok {
			return ft
		}
	}
	return t
}

func isUnique(t Type) bool {
	_, ok := find(t).(*Unique)
	return ok
}

func isScalar(t Type) bool {
	_, ok := find(strip1(t)).(Scalar)
	return ok
}

// bind gives the names of a pattern what they may alias.
func (w *walk) bind(p syntax.Pat, a aliases) {
	switch p := p.(type) {
	case *syntax.NamePat:
		b := w.info.Names[p]
		w.vars[b] = w.localVariable(b, b.Type, a)
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
		if b.Kind == Global && !isScalar(w.info.Types[v]) && !isFunc(find(w.info.Types[v])) {
			return aliases{vars: map[*Binding]bool{b: true}}
		}
		return aliases{}
	}
	if a := w.firstGone(known); a != nil {
		pos := w.consumed[a]
		e := w.errorf(v, "Using variable %q, but this was consumed at %d:%d", b.Name, pos.Line, pos.Col)
		if a != b {
			e = w.errorf(v, "Using variable %q, but this was consumed at %d:%d: it may share memory with %s", b.Name, pos.Line, pos.Col, w.piece(a))
		}
		panic(e.WithNote(pos, "it was consumed here").WithHint("consume a copy instead: %s", w.copyHint(a)))
	}
	return known.aliases
}

// firstGone is the first piece of v's memory that is consumed, or nil. It costs
// no more than the shorter of the two lists, so that a record of many fields is
// used many times.
func (w *walk) firstGone(v *variable) *Binding {
	if len(w.consumed) == 0 {
		return nil
	}
	if v.pieces == nil {
		v.pieces = v.aliases.all()
	}
	gone := map[*Binding]bool{}
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
			panic(w.errorf(at, "Consuming variable %s, which is not consumable: it is defined at top level", w.piece(b)).WithHint("consume a copy: %s", w.copyHint(b)))
		case v.kept != "":
			panic(w.errorf(at, "Consuming variable %s, which is not consumable: %s", w.piece(b), v.kept).WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("or consume a copy: %s", w.copyHint(b)))
		case v.depth < w.depth:
			panic(w.errorf(at, "Consuming variable %s, which is not consumable inside %s: it is bound outside", w.piece(b), w.inside[len(w.inside)-1]).
				WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("consume a copy: %s", w.copyHint(b)))
		}
		w.gone(b, at.Pos())
	}
}

// gone notes that b is consumed at a place.
func (w *walk) gone(b *Binding, at source.Pos) {
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
func (w *walk) forget(since int) map[*Binding]source.Pos {
	out := map[*Binding]source.Pos{}
	for _, b := range w.trail[since:] {
		out[b] = w.consumed[b]
		delete(w.consumed, b)
	}
	w.trail = w.trail[:since]
	return out
}
