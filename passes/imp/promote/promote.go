// Package promote keeps the elements of small blocks in variables, at level imp:
//
//	t <- alloc(8)
//	t.f32[0 in 0 + {(2 : 1)}] <- x
//	t.f32[1 in 0 + {(2 : 1)}] <- y
//	z <- t.f32[0 in 0 + {(2 : 1)}] + t.f32[1 in 0 + {(2 : 1)}]
//
// becomes
//
//	var t_0: f32 = x
//	var t_1: f32 = y
//	z <- t_0 + t_1
//
// A block is promoted if a list of statements declares it, allocates it once, with a known size,
// and uses it only in loads and stores of elements of one type at places that are known. So this
// is for after unroll, which makes constants of subscripts. Lanes have no blocks of their own, so
// a loop whose iterations allocate runs in lanes only if they are promoted.
package promote

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is promote.
var Pass = &pass.Pass{
	Name:    "promote",
	Summary: "keep the elements of small blocks in variables",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "lanes", Reason: "a loop that allocates nothing may run in lanes"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// mostElements bounds the elements of a block that is promoted: more would not stay in registers.
const mostElements = 64

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		found := candidates(f.Body)
		if len(found) == 0 {
			return nil
		}
		p := &promoter{unit: u, blocks: map[name.Name]*block{}}
		for _, b := range found {
			if u.Rewrite() {
				p.blocks[b.name] = b
			}
		}
		f.Body = imp.Replace(p.list(f.Body), p.load)
		return nil
	})
}

// promoter makes variables of blocks.
type promoter struct {
	unit   *pass.Unit
	blocks map[name.Name]*block
}

// element is the variable of an element, which is declared when it is first asked for.
func (p *promoter) element(b *block, at int64) name.Name {
	n, ok := b.elements[at]
	if !ok {
		n = p.unit.Imp.Names.Like(b.name)
		b.elements[at] = n
	}
	return n
}

// list replaces the allocations of blocks and the stores to them.
func (p *promoter) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			if p.blocks[s.Name] != nil {
				continue
			}
		case *imp.AssignBlock:
			if p.blocks[s.Dst] != nil {
				continue
			}
		case *imp.Alloc:
			if b := p.blocks[s.Block]; b != nil {
				out = append(out, p.declarations(b)...)
				continue
			}
		case *imp.Store:
			if b := p.blocks[s.Block]; b != nil {
				out = append(out, p.store(b, s))
				continue
			}
		}
		out = append(out, imp.WithBodies(s, p.list))
	}
	return out
}

// declarations declares the elements that are not declared where they are stored.
func (p *promoter) declarations(b *block) []imp.Stm {
	var out []imp.Stm
	for at := range b.size {
		if !b.once[at] && b.used[at] {
			out = append(out, &imp.Declare{Name: p.element(b, at), Type: b.elem, Init: &imp.Const{Value: scalar.Zero(b.elem)}})
		}
	}
	return out
}

func (p *promoter) store(b *block, s *imp.Store) imp.Stm {
	at, _ := b.place(s.Index)
	n := p.element(b, at)
	if b.once[at] {
		return &imp.Declare{Name: n, Type: b.elem, Init: s.X}
	}
	return &imp.Assign{Name: n, X: s.X}
}

// load is the variable of an element that e loads, or e.
func (p *promoter) load(e imp.Expr) imp.Expr {
	l, ok := e.(*imp.Load)
	if !ok || p.blocks[l.Block] == nil {
		return e
	}
	b := p.blocks[l.Block]
	at, _ := b.place(l.Index)
	return &imp.Var{Name: p.element(b, at), Type: b.elem}
}
