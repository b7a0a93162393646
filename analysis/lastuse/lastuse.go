// Package lastuse tells where a body at mem first and last uses each block that it
// allocates, through whatever name: the block itself, an array in it, or a block or an
// array that an if, a loop or a call made of it (package alias).
package lastuse

import (
	"cmp"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Block is a block that a body allocates, by the places of its statements.
type Block struct {
	Name  name.Name
	Alloc *ir.Alloc
	At    int // of the allocation
	// First and Last are where it is touched; First is -1 if it never is, and
	// Last the number of statements if the body returns it.
	First, Last int
	// Own is the last statement that touches it by its own name or an array's
	// that is annotated with it: after that, its variable may be let go. It is
	// the number of statements if the body returns it under that name.
	Own int
	// Returned says that a result of the body is the block or lies in it.
	Returned bool
}

// Body holds the last uses of a body's blocks.
type Body struct {
	blocks []*Block
	byName map[name.Name]*Block
	flow   *alias.Flow
	bound  map[name.Name]int // the statement that binds a name
	used   map[name.Name]int // the last one that uses it
	letGo  []int
	across map[int][]name.Name // blocks and arrays bound before a statement and used after it
}

// Never is later than any statement.
const Never = math.MaxInt

// Of looks at b. Roots are blocks of b's surroundings that Holds shall tell of, too: the
// parameters of a loop, say.
func Of(b *ir.Body, roots ...name.Name) *Body {
	return of(b, alias.In(b).Flow(b, roots...), ir.FreeInStm)
}

// Among is Of for one of the many bodies of a function, of which m is known. What frees
// remembers need be true only of names that b binds.
func Among(m *alias.Memory, frees ir.Frees, b *ir.Body) *Body { return of(b, m.Flow(b), frees.Stm) }

func of(b *ir.Body, flow *alias.Flow, free func(*ir.Stm) ir.Names) *Body {
	l := &Body{
		byName: map[name.Name]*Block{}, flow: flow, across: map[int][]name.Name{},
		bound: map[name.Name]int{}, used: map[name.Name]int{},
	}
	lies := map[name.Name]name.Name{} // the block variables of arrays, and of themselves
	own := map[name.Name]int{}        // the last uses of block variables
	for i, s := range b.Stms {
		for _, p := range s.Pat {
			l.bound[p.Name] = i
		}
		if e, ok := s.Exp.(*ir.Alloc); ok {
			n := s.Pat[0].Name
			block := &Block{Name: n, Alloc: e, At: i, First: -1, Own: i}
			l.blocks = append(l.blocks, block)
			l.byName[n] = block
			lies[n], own[n] = n, i
			continue
		}
		for n := range free(s) {
			l.used[n] = i
			for block := range l.Holds(n) {
				l.touch(block, i)
			}
			if variable, ok := lies[n]; ok {
				own[variable] = i
			}
		}
		for _, p := range s.Pat {
			if p.Type.IsBlock() {
				lies[p.Name], own[p.Name] = p.Name, i
			}
			if variable, ok := placed(p, lies); ok {
				lies[p.Name], own[variable] = variable, i
			}
		}
	}
	for _, r := range b.Result {
		l.used[r.Name] = len(b.Stms)
		for block := range l.Holds(r.Name) {
			l.touch(block, len(b.Stms))
			if of := l.byName[block]; of != nil {
				of.Returned = true
			}
		}
		delete(own, lies[r.Name])
	}
	l.release(len(b.Stms), own)
	return l
}

// placed is the variable, bound in the body, of the block in which p lies.
func placed(p ir.Param, lies map[name.Name]name.Name) (name.Name, bool) {
	if p.At == nil {
		return name.Name{}, false
	}
	variable, ok := lies[p.At.Block]
	return variable, ok
}

// release notes where block variables may be let go: own are the last uses of
// those that are not returned.
func (l *Body) release(statements int, own map[name.Name]int) {
	l.letGo = make([]int, statements)
	for i := range l.letGo {
		l.letGo[i] = Never
	}
	for variable, last := range own {
		l.letGo[last] = min(l.letGo[last], l.bound[variable])
	}
	for _, b := range l.blocks {
		b.Own = statements
		if last, ok := own[b.Name]; ok {
			b.Own = last
		}
	}
}

// LetGo tells, for each statement, where the first of the block variables was
// bound whose block may be let go after it: those that no later statement uses,
// by themselves or by an array annotated with them; Never if there are none.
func (l *Body) LetGo() []int { return l.letGo }

// touch enters a use of a block, if it is the body's.
func (l *Body) touch(n name.Name, i int) {
	b := l.byName[n]
	if b == nil {
		return
	}
	if b.First < 0 {
		b.First = i
	}
	b.Last = i
}

// Holds are the body's blocks, and the roots, that n may be or lie in.
func (l *Body) Holds(n name.Name) ir.Names { return l.flow.Holds(n) }

// UsedBehind reports whether a later statement than i, or the body's result, uses
// a block by a name that was bound before i.
func (l *Body) UsedBehind(i int, block name.Name) bool {
	across, known := l.across[i]
	if !known {
		for n, at := range l.bound {
			if at < i && l.used[n] > i && len(l.Holds(n)) > 0 {
				across = append(across, n)
			}
		}
		l.across[i] = across
	}
	return slices.ContainsFunc(across, func(n name.Name) bool { return l.Holds(n).Has(block) })
}

// Block is the block that the body allocates under a name, or nil.
func (l *Body) Block(n name.Name) *Block { return l.byName[n] }

// Blocks are the body's blocks, by their first use; those of no use come first.
func (l *Body) Blocks() []*Block {
	out := slices.Clone(l.blocks)
	slices.SortStableFunc(out, func(a, b *Block) int { return cmp.Compare(a.First, b.First) })
	return out
}
