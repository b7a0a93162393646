package imp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// Reused lists the allocations of a parallel loop's body whose blocks a thread reuses from one iteration to the next: those at
// its top whose sizes are the same in all iterations, and whose blocks are in use whenever the body allocates anything else,
// so that no more memory is in use at once than if each iteration had given them back. Whether a variable still holds such
// a block when it would be taken again is for the machine to see; then it makes another.
func Reused(p *Parallel) []*Alloc {
	body := p.Body
	last := -1 // the last statement that allocates
	for i, s := range body {
		if allocates(s) {
			last = i
		}
	}
	changed := Changes(body)
	for _, d := range p.Space {
		changed[d.Index] = true
	}
	var reused []*Alloc
	for i := range last + 1 {
		if !allocates(body[i]) {
			continue
		}
		a, ok := body[i].(*Alloc)
		if !ok || dependsOn(a.Bytes, func(n name.Name) bool { return changed[n] }) || !holdsTo(a, body, last) {
			return reused
		}
		reused = append(reused, a)
	}
	return reused
}

// allocates reports whether s makes a block, or calls what may make one.
func allocates(s Stm) bool {
	found := false
	Walk([]Stm{s}, func(s Stm) bool {
		switch s := s.(type) {
		case *Alloc:
			found = found || s.Space == "" && !s.IsPart()
		case *Call:
			found = true
		}
		return !found
	})
	return found
}

// dependsOn reports whether an expression reads a variable of some that change, or memory.
func dependsOn(e Expr, changes func(name.Name) bool) bool {
	found := false
	WalkExpr(e, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			found = found || changes(e.Name)
		case *Load:
			found = true
		}
	})
	return found
}

// holdsTo reports whether the variable of an allocation in body holds its block at least to statement to.
func holdsTo(a *Alloc, body []Stm, to int) bool {
	held := true
	for i, s := range body {
		Walk([]Stm{s}, func(s Stm) bool {
			switch s := s.(type) {
			case *Alloc:
				held = held && (s == a || s.Block != a.Block)
			case *AssignBlock:
				held = held && (s.Dst != a.Block || i > to && s.Src.IsZero())
			case *Call:
				for _, r := range s.Results {
					held = held && r != a.Block
				}
			}
			return held
		})
	}
	return held
}

// Reuse tells which blocks the iterations of a function's sequential loops can leave to the next ones. It is found in one
// walk of the function.
type Reuse struct {
	sole, own  Names
	parts      Names
	makes      map[Stm]bool // statements that make a block, or in which one is made
	frees      map[Stm]bool // statements that may let a block go
	declared   map[name.Name]int
	changed    map[name.Name][]int // where variables change or are declared, in order
	begin, end map[Stm]int         // of loops
	list, at   int                 // the list and the statement that the walk is at
	quiet      map[string]bool
}

// NewReuse walks a function. Functions that are quiet make no block.
func NewReuse(f *Fun, quiet map[string]bool) *Reuse {
	k := &Reuse{
		sole: Sole(f), own: Names{}, parts: Parts(f), makes: map[Stm]bool{}, frees: map[Stm]bool{}, declared: map[name.Name]int{},
		changed: map[name.Name][]int{}, begin: map[Stm]int{}, end: map[Stm]int{}, quiet: quiet,
	}
	for _, r := range f.Results {
		delete(k.sole, r.Name)
	}
	k.walk(f.Body)
	return k
}

// walk notes the statements of a list.
func (k *Reuse) walk(body []Stm) (makes, frees bool) {
	k.list++
	list := k.list
	for _, s := range body {
		k.at++
		k.begin[s] = k.at
		k.note(s, list)
		for _, inner := range Bodies(s) {
			m, f := k.walk(inner)
			k.makes[s], k.frees[s] = k.makes[s] || m, k.frees[s] || f
		}
		k.end[s] = k.at
		makes, frees = makes || k.makes[s], frees || k.frees[s]
	}
	return makes, frees
}

// note notes what s itself, in the given list, does.
func (k *Reuse) note(s Stm, list int) {
	names := Names{}
	Assigns(s, names)
	declares(s, names)
	for n := range names {
		k.changed[n] = append(k.changed[n], k.at)
	}
	switch s := s.(type) {
	case *DeclareBlock:
		if k.declared[s.Name] = list; s.Space == "" {
			k.own[s.Name] = true
		}
	case *Alloc:
		k.makes[s] = s.Space == "" && !s.IsPart()
		if len(k.changed[s.Block]) != 2 || k.declared[s.Block] != list {
			delete(k.own, s.Block)
		}
	case *AssignBlock:
		k.frees[s] = !k.parts[s.Dst]
		if k.declared[s.Dst] != list {
			delete(k.own, s.Dst)
		}
	case *Call:
		k.makes[s], k.frees[s] = !k.quiet[s.Fun], len(s.Results) > 0
	case *Foreign:
		k.makes[s], k.frees[s] = true, true
	}
	Roots(s, func(e Expr) {
		WalkExpr(e, func(e Expr) {
			if b, ok := e.(*Bytes); ok {
				delete(k.own, b.Block)
			}
		})
	})
}

// By lists the allocations of a loop's body whose blocks an iteration can leave to the next: those at the top of the body, of
// variables declared there, which hold nothing but what is allocated there, and which no other variable ever holds. No more
// memory is in use at once for it than if each iteration gave them back: they are in use until the body has made its last
// block, and where it makes one before them, all that is in use then still is where they are made. A size that changes is
// kept where the body makes no other block, so that all else can only become less.
func (k *Reuse) By(loop Stm, body []Stm) []*Alloc {
	last, makes := -1, 0
	for i, s := range body {
		if k.makes[s] {
			last, makes = i, makes+1
		}
	}
	free := Names{} // what is let go before the last block is made
	for _, s := range body[:last+1] {
		if a, ok := s.(*AssignBlock); ok {
			free[a.Dst] = true
		}
	}
	var kept []*Alloc
	before := false // a block that is not kept is made before
	for _, s := range body[:last+1] {
		a, ok := s.(*Alloc)
		switch {
		case k.growing(s, loop):
		case before && k.frees[s]:
			return kept
		case !k.makes[s]:
		case !ok:
			return kept
		case k.sole[a.Block] && k.own[a.Block] && !free[a.Block] && (makes == 1 || k.steady(a.Bytes, loop)):
			kept = append(kept, a)
		default:
			before = true
		}
	}
	return kept
}

// Makes reports whether a statement of the function makes a block, or something in it does.
func (k *Reuse) Makes(s Stm) bool { return k.makes[s] }

// Frees reports whether a statement may let a block go, or something in it may; replacing one by an allocation is not meant.
func (k *Reuse) Frees(s Stm) bool { return k.frees[s] }

// Owns reports whether a variable holds nothing but what one allocation gives it, in the list that declares it, until that
// list lets go of it, and no other variable ever holds that.
func (k *Reuse) Owns(block name.Name) bool { return k.sole[block] && k.own[block] }

// steady reports whether an expression has one value in all iterations of a loop.
func (k *Reuse) steady(e Expr, loop Stm) bool {
	return !dependsOn(e, func(n name.Name) bool { return k.changes(n, loop) })
}

// changes reports whether a loop changes or declares a variable.
func (k *Reuse) changes(n name.Name, loop Stm) bool {
	at, _ := slices.BinarySearch(k.changed[n], k.begin[loop])
	return at < len(k.changed[n]) && k.changed[n][at] <= k.end[loop]
}

// growing reports whether s replaces the block of a variable by a larger one where that is too small, as loops do with blocks
// that they keep: the variable, which the loop does not declare, holds it from then on.
func (k *Reuse) growing(s, loop Stm) bool {
	branch, ok := s.(*If)
	if !ok || len(branch.Then) != 3 || len(branch.Else) != 0 {
		return false
	}
	release, releases := branch.Then[0].(*AssignBlock)
	a, makes := branch.Then[1].(*Alloc)
	_, notes := branch.Then[2].(*Assign)
	if !releases || !makes || !notes || release.Dst != a.Block || !release.Src.IsZero() {
		return false
	}
	declared := k.changed[a.Block]
	return len(declared) > 0 && declared[0] < k.begin[loop]
}

// Quiet returns the functions of a program that make no block, nor call what may.
func Quiet(p *Program) map[string]bool {
	funs, quiet := map[string]*Fun{}, map[string]bool{}
	for _, f := range p.Funs {
		funs[f.Name] = f
	}
	var look func(fun string) bool
	seen := map[string]bool{}
	look = func(fun string) bool {
		f := funs[fun]
		if f == nil || seen[fun] {
			return quiet[fun]
		}
		seen[fun] = true
		ok := true
		Walk(f.Body, func(s Stm) bool {
			switch s := s.(type) {
			case *Alloc, *Foreign:
				ok = false
			case *Call:
				ok = ok && look(s.Fun)
			}
			return ok
		})
		quiet[fun] = ok
		return ok
	}
	for _, f := range p.Funs {
		look(f.Name)
	}
	return quiet
}
