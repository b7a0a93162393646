// Package pack makes vectors of neighbouring accesses of a thread, at level imp (superword-level
// parallelism, of memory accesses alone):
//
//	var a = b.f32[4·i]; var b = b.f32[4·i + 1]; …
//
// becomes a load of four elements, whose lanes a, b, … are; and stores to four elements that follow
// each other become the store of a vector. A GPU moves as many bytes by one instruction, and
// neighbouring threads access neighbouring vectors.
//
// What always holds:
//   - Vectors begin at indices that are multiples of their number of lanes: all coefficients of the
//     index are. Blocks begin where a vector of any type may lie.
//   - Loads move up to the first of them only, past declarations and assignments of variables that
//     are not in their indices; no store is between.
//   - What is stored at once reads no memory.
//
// It looks at kernels that are prescribed and at launches of groups: other kernels run several
// iterations in lockstep, so that their accesses are neighbours across iterations.
package pack

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Pass is pack.
var Pass = &pass.Pass{
	Name:    "pack",
	Summary: "make vectors of neighbouring accesses of a thread, in prescribed kernels",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "narrow", Reason: "that pass leaves kernels with vectors alone"},
		{Order: pass.After, Pass: "unroll", Reason: "accesses of iterations become neighbours there"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !f.InKernel {
			f.Body = host(u, f.Body)
		}
		return nil
	})
}

// host packs in the kernels of a list of statements.
func host(u *pass.Unit, list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm {
			own := imp.Changes(body)
			switch s := s.(type) {
			case *imp.Parallel:
				if !s.Prescribed {
					return body
				}
			case *imp.Launch:
				for _, b := range s.Shared {
					own[b.Name] = true
				}
			default:
				return host(u, body)
			}
			p := &packer{unit: u, own: own}
			return p.list(body)
		})
	}
	return out
}

// laneCounts are the numbers of lanes that are tried.
var laneCounts = []int{4, 2}

// packer works on a kernel.
type packer struct {
	unit *pass.Unit
	own  imp.Names // blocks that are not the host's
}

// access is a place in a block of the host.
type access struct {
	block name.Name
	elem  scalar.Type
	word  scalar.Type // the index's type
	base  sym.Poly    // the index without its constant
	at    int64       // that constant
	index imp.Expr
}

// beside reports whether b is n elements behind a.
func (a access) beside(b access, n int) bool {
	return a.block == b.block && a.elem == b.elem && a.word == b.word && b.at == a.at+int64(n) && a.base.Equal(b.base)
}

// begins reports whether a vector of so many lanes may begin at an access.
func (a access) begins(lanes int) bool {
	n := int64(lanes)
	for _, t := range a.base.Terms() {
		if t.Coef%n != 0 {
			return false
		}
	}
	return a.at%n == 0
}

// access takes an access apart, if it is one to the host's memory of numbers that vectors may hold.
func (p *packer) access(block name.Name, elem scalar.Type, index imp.Expr) (access, bool) {
	if p.own[block] || elem == scalar.Bool || elem == scalar.F16 {
		return access{}, false
	}
	flat := index
	if f, ok := index.(*imp.At); ok {
		flat = f.Sum()
	}
	base, plain := polynomial(flat)
	at := int64(0)
	for _, t := range base.Terms() {
		if len(t.Vars) == 0 {
			at = t.Coef
		}
	}
	return access{block, elem, imp.TypeOf(index), base.Sub(sym.Const(at)), at, index}, plain && base.Exact()
}

// polynomial is an index over variables, and names for what is no sum or product; not plain if it
// reads memory. All operations are of one type, so that they wrap alike, and where a multiple of the
// number of lanes stands before the end of the type's range, so do the places beside it.
func polynomial(e imp.Expr) (p sym.Poly, plain bool) {
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), true
	case *imp.Var:
		return sym.Var(e.Name), true
	case *imp.Prim:
		if len(e.Args) != 2 || !e.Type.IsInt() {
			break
		}
		x, ok := polynomial(e.Args[0])
		y, also := polynomial(e.Args[1])
		if !ok || !also {
			return p, false
		}
		switch e.Fn {
		case scalar.Add:
			return x.Add(y), true
		case scalar.Sub:
			return x.Sub(y), true
		case scalar.Mul:
			return x.Mul(y), true
		}
	case *imp.Load:
		return p, false
	}
	plain = true
	imp.WalkExpr(e, func(e imp.Expr) {
		if _, ok := e.(*imp.Load); ok {
			plain = false
		}
	})
	return sym.Var(imp.TextName(e)), plain
}

// list packs in a list of statements and in those within.
func (p *packer) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for i := 0; i < len(list); {
		n := i
		for n < len(list) && simple(list[n]) {
			n++
		}
		if n > i {
			out = append(out, p.loads(list[i:n])...)
			i = n
			continue
		}
		if s, taken := p.stores(list[i:]); taken > 0 {
			out = append(out, s)
			i += taken
			continue
		}
		out = append(out, imp.WithBodies(list[i], p.list))
		i++
	}
	return out
}

// simple reports whether a statement declares or assigns a number, and does nothing else.
func simple(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Declare:
		return s.Lanes == 0
	case *imp.Assign:
		return true
	}
	return false
}

// stores makes one of the stores at the beginning of a list; it returns how many they were.
func (p *packer) stores(list []imp.Stm) (imp.Stm, int) {
	for _, lanes := range laneCounts {
		if len(list) < lanes {
			continue
		}
		var first access
		elems := make([]imp.Expr, 0, lanes)
		for k, s := range list[:lanes] {
			st, ok := s.(*imp.Store)
			if !ok || st.Lanes != 0 || reads(st.X) {
				break
			}
			a, ok := p.access(st.Block, st.Elem, st.Index)
			if k == 0 {
				first = a
			}
			if !ok || !first.beside(a, k) || !first.begins(lanes) {
				break
			}
			elems = append(elems, st.X)
		}
		if len(elems) == lanes && p.unit.Rewrite() {
			return &imp.Store{Block: first.block, Elem: first.elem, Index: first.index, X: &imp.Build{Elems: elems}, Lanes: lanes}, lanes
		}
	}
	return nil, 0
}

func reads(e imp.Expr) (found bool) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if _, ok := e.(*imp.Load); ok {
			found = true
		}
	})
	return found
}
