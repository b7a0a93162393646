// Package consume finds which arrays of a function under construction may share memory and
// which are consumed, marks parameters that are, and puts copies where the rule of
// consumption would be broken.
package consume

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Flow knows which arrays may share memory and which are consumed. It finds the
// parameters of functions and loops that their bodies consume.
type Flow struct {
	// shared lists the parameters and fresh arrays whose memory a name may have;
	// a name that is not there has memory of its own.
	shared   map[name.Name][]name.Name
	consumed ir.Names // of those parameters and fresh arrays
	types    map[name.Name]ir.Type
	// returned lists, for each result of a finished function, the parameters and
	// arrays of its own whose memory it may have.
	returned map[string][][]name.Name
}

// NewFlow returns a Flow that knows nothing yet.
func NewFlow() *Flow {
	return &Flow{map[name.Name][]name.Name{}, ir.Names{}, map[name.Name]ir.Type{}, map[string][][]name.Name{}}
}

// roots are the parameters and fresh arrays whose memory n may have.
func (f *Flow) roots(n name.Name) []name.Name {
	if rs := f.shared[n]; rs != nil {
		return rs
	}
	return []name.Name{n}
}

// share records that result may share memory with source.
func (f *Flow) share(result, source name.Name) {
	if f.shared[result] == nil {
		f.shared[result] = slices.Clip(f.roots(source))
		return
	}
	for _, r := range f.roots(source) {
		f.root(result, r)
	}
}

// root records that result may have the memory of r, a parameter or fresh array.
func (f *Flow) root(result, r name.Name) {
	if !slices.Contains(f.shared[result], r) {
		f.shared[result] = append(f.shared[result], r)
	}
}

// shareAtom is share where source may be a scalar.
func (f *Flow) shareAtom(p ir.Param, source ir.Atom) {
	if p.Type.IsArray() && source.IsVar() {
		f.share(p.Name, source.Name)
	}
}

// consume marks an array and all that it may share memory with.
func (f *Flow) consume(n name.Name) {
	for _, r := range f.roots(n) {
		f.consumed.Add(r)
	}
}

// Bound records the types of binders.
func (f *Flow) Bound(ps []ir.Param) {
	for _, p := range ps {
		f.types[p.Name] = p.Type
	}
}

// Stm records what a new statement shares and consumes.
func (f *Flow) Stm(s *ir.Stm) {
	f.Bound(s.Pat)
	switch e := s.Exp.(type) {
	case *ir.If:
		f.branches(s.Pat, e)
		return
	case *ir.Loop:
		f.loop(s, e)
		return
	case *ir.Call: // the caller knows what it shares
		return
	}
	ops.Joins(s, nil, f.shareAtom)
	for _, n := range ops.Of(s.Exp).Consumes(s.Exp, nil) {
		f.consume(n)
	}
}

// branches records what the results of an if share. An array that a branch makes and
// gives to one result is that result's own.
func (f *Flow) branches(pat []ir.Param, e *ir.If) {
	made := ir.Names{}
	holders := map[name.Name]int{}
	for _, b := range []*ir.Body{e.Then, e.Else} {
		for _, s := range b.Stms {
			for _, p := range s.Pat {
				made.Add(p.Name)
			}
		}
		for i, p := range pat {
			if p.Type.IsArray() {
				for _, r := range f.roots(b.Result[i].Name) {
					holders[r]++
				}
			}
		}
	}
	for i, p := range pat {
		for _, b := range []*ir.Body{e.Then, e.Else} {
			if !p.Type.IsArray() {
				continue
			}
			for _, r := range f.roots(b.Result[i].Name) {
				if !made.Has(r) || holders[r] > 1 {
					f.root(p.Name, r)
				}
			}
		}
	}
}

// loop marks the parameters that the body consumes, in this iteration or,
// through its results, in a later one.
func (f *Flow) loop(s *ir.Stm, e *ir.Loop) {
	f.Bound(e.Params)
	for changed := true; changed; {
		changed = false
		for i := range e.Params {
			p := &e.Params[i]
			if p.Unique || !f.consumed.Has(p.Name) {
				continue
			}
			p.Unique, changed = true, true
			if r := e.Body.Result[i]; r.IsVar() {
				f.consume(r.Name)
			}
		}
	}
	holders := map[name.Name]int{} // of what the results may be, how many hold it
	for i, p := range e.Params {
		if p.Type.IsArray() {
			for _, r := range f.roots(e.Body.Result[i].Name) {
				holders[r]++
			}
		}
	}
	f.loopResults(s, e, holders)
	for i, p := range e.Params {
		if p.Unique {
			f.consume(e.Inits[i].Name)
		}
	}
}

// loopResults records what a loop's results may be: what they are at first, and what the
// body gives them. A parameter that is not consumed stands there for what it is at first
// and what the body gives it, since another result may be what it was an iteration ago.
func (f *Flow) loopResults(s *ir.Stm, e *ir.Loop, holders map[name.Name]int) {
	kept := map[name.Name]int{} // parameters that are not consumed
	for i, p := range e.Params {
		if p.Type.IsArray() && !p.Unique {
			kept[p.Name] = i
		}
	}
	seen := ir.Names{}    // of one result; kept between them, as is found, to allocate less
	var found []name.Name // in the order in which they are reached
	var reach func(rs []name.Name)
	reach = func(rs []name.Name) {
		for _, r := range rs {
			if seen.Has(r) {
				continue
			}
			seen.Add(r)
			found = append(found, r)
			if k, ok := kept[r]; ok {
				reach(f.roots(e.Inits[k].Name))
				reach(f.roots(e.Body.Result[k].Name))
			}
		}
	}
	for i, p := range e.Params {
		if !p.Type.IsArray() {
			continue
		}
		clear(seen)
		found = found[:0]
		if e.Inits[i].IsVar() {
			for _, r := range f.roots(e.Inits[i].Name) {
				seen.Add(r)
				found = append(found, r)
			}
		}
		// What p was is what it is at first, or what is here.
		if holders[p.Name] <= 1 {
			seen.Add(p.Name)
		}
		reach(f.roots(e.Body.Result[i].Name))
		f.shared[s.Pat[i].Name] = slices.Clone(found)
	}
}

// Call records whose memory the arrays in a call's results may have: that of
// arguments, or of arrays made in the call, which several results may share. And
// it records that some arguments are consumed.
func (f *Flow) Call(s *ir.Stm, fun *ir.Fun) {
	e := s.Exp.(*ir.Call)
	args := map[name.Name]ir.Atom{}
	for i, p := range fun.Params {
		args[p.Name] = e.Args[i]
	}
	made := map[name.Name]name.Name{} // in the call, by the first result that has it
	for i, roots := range f.returned[fun.Name] {
		r := s.Pat[i]
		for _, root := range roots {
			if arg, isParam := args[root]; isParam {
				f.shareAtom(r, arg)
				continue
			}
			if _, known := made[root]; !known {
				made[root] = r.Name
			}
			f.root(r.Name, made[root])
		}
	}
	for i, p := range fun.Params {
		if p.Type.IsArray() && p.Unique {
			f.consume(e.Args[i].Name)
		}
	}
}

// Close marks the parameters that a finished function consumes. What an entry
// point may consume is for its caller to say.
func (f *Flow) Close(fun *ir.Fun) {
	f.Bound(fun.Params)
	for i := range fun.Params {
		if p := &fun.Params[i]; f.consumed.Has(p.Name) && fun.Entry == nil {
			p.Unique = true
		}
	}
	returned := make([][]name.Name, len(fun.Results))
	for i, r := range fun.Results {
		if a := fun.Body.Result[i]; r.Type.IsArray() && a.IsVar() {
			returned[i] = slices.Clone(f.roots(a.Name))
		}
	}
	f.returned[fun.Name] = returned
}

// Type returns the type of a name that was bound.
func (f *Flow) Type(n name.Name) ir.Type { return f.types[n] }

// Again records statements that replace others or were made outside of a builder, with all
// that is in them, as Stm does one by one.
func (f *Flow) Again(stms []*ir.Stm) { f.again(stms, nil) }

// Adopt is Again for statements of another program, which call funs.
func (f *Flow) Adopt(stms []*ir.Stm, funs map[string]*ir.Fun) { f.again(stms, funs) }

func (f *Flow) again(stms []*ir.Stm, funs map[string]*ir.Fun) {
	for _, s := range stms {
		if loop, ok := s.Exp.(*ir.Loop); ok {
			for i := range loop.Params {
				loop.Params[i].Unique = false // found again
			}
		}
		w := &ir.Walker{Binders: f.Bound, Body: func(b *ir.Body) bool {
			f.again(b.Stms, funs)
			return false
		}}
		w.Exp(s.Exp)
		f.Stm(s)
		if call, ok := s.Exp.(*ir.Call); ok && funs != nil {
			f.Call(s, funs[call.Fun])
		}
	}
}
