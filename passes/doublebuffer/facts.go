package doublebuffer

import (
	"maps"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// facts holds what the questions about one block after the other need of a loop's body.
// They stay true, by the names that there were, while blocks that it allocates become
// blocks that the loop carries: what is asked of another block does not depend on them.
type facts struct {
	carriers map[name.Name][]int   // the parameters whose block in the next iteration may be this one
	inside   map[name.Name]*ir.Stm // what binds a name, nil for parameters and the index
	hazards  map[*ir.Stm]bool      // allocate memory that is not the loop's, or let some go
	given    map[name.Name][]int   // the block parameters that may start as a block of the surroundings
	used     ir.Names              // the blocks of the surroundings that the body uses, or arrays start in
}

// look looks at the loop's body, once for all blocks.
func (l *loop) look() *facts {
	if l.facts != nil {
		return l.facts
	}
	f := &facts{
		carriers: map[name.Name][]int{}, inside: map[name.Name]*ir.Stm{l.loop.Index: nil},
		hazards: map[*ir.Stm]bool{}, given: map[name.Name][]int{}, used: ir.Names{},
	}
	body := lastuse.Of(l.loop.Body, l.carried()...)
	for j, held := range l.heldIn(body) {
		for block := range held {
			f.carriers[block] = append(f.carriers[block], j)
		}
	}
	for _, p := range l.loop.Params {
		f.inside[p.Name] = nil
	}
	use := func(n name.Name) { // by a name that is not the loop's own
		if _, own := f.inside[n]; !own {
			maps.Copy(f.used, l.blocks.Holds(n))
		}
	}
	for j, p := range l.loop.Params {
		if p.Type.IsBlock() {
			for block := range l.blocks.Holds(l.loop.Inits[j].Name) {
				f.given[block] = append(f.given[block], j)
			}
		} else if p.At != nil {
			use(p.At.Block)
		}
	}
	for n := range ir.FreeInBody(l.loop.Body) {
		use(n)
	}
	letGo := body.LetGo()
	for i, s := range l.loop.Body.Stms {
		for _, p := range s.Pat {
			f.inside[p.Name] = s
		}
		if _, isAlloc := s.Exp.(*ir.Alloc); !isAlloc && l.reserves(s) && !l.isKept(s) || letGo[i] != lastuse.Never {
			f.hazards[s] = true
		}
	}
	l.facts = f
	return f
}

// settle renames blocks in the body that the loop carries now. What was known of it
// is known by other names then.
func (l *loop) settle() {
	if len(l.renamed) > 0 {
		l.renamed.Body(l.loop.Body)
		l.renamed = nil
	}
	l.facts = nil
}

// carried are the blocks among the loop's parameters.
func (l *loop) carried() []name.Name {
	var params []name.Name
	for _, p := range l.loop.Params {
		if p.Type.IsBlock() {
			params = append(params, p.Name)
		}
	}
	return params
}

// held tells, for each parameter, which blocks of the body and parameters its block in
// the next iteration may be; nil for what is no block.
func (l *loop) held() []ir.Names { return l.heldIn(lastuse.Of(l.loop.Body, l.carried()...)) }

func (l *loop) heldIn(body *lastuse.Body) []ir.Names {
	held := make([]ir.Names, len(l.loop.Params))
	for j, r := range l.loop.Body.Result {
		if l.loop.Params[j].Type.IsBlock() {
			held[j] = body.Holds(r.Name)
		}
	}
	return held
}

// moved notes that statements of the body stand before the loop now.
func (f *facts) moved(stms []*ir.Stm) {
	for _, s := range stms {
		for _, p := range s.Pat {
			delete(f.inside, p.Name)
		}
	}
}
