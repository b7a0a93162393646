package scalarise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// branch translates a branch. Its arrays become as many scalars as they have elements.
func (t *translator) branch(b *ir.Builder, s *ir.Stm, e *ir.If) {
	switch cond := t.atom(e.Cond); {
	case t.refused:
	case !cond.IsVar():
		taken := e.Else
		if cond == yes {
			taken = e.Then
		}
		t.body(b, taken)
		for k, p := range s.Pat {
			t.copied(b, &ir.Stm{Pat: []ir.Param{p}}, taken.Result[k])
		}
	default:
		before := t.failed
		yesBody, yesFailed := t.side(b, e.Then, s.Pat)
		t.failed = before
		noBody, noFailed := t.side(b, e.Else, s.Pat)
		t.failed = before
		if t.refused {
			return
		}
		pat, bind := t.expanded(s.Pat)
		if yesFailed != before || noFailed != before {
			p := ir.Param{Name: t.names.Fresh("failed"), Type: ir.ScalarOf(scalar.Bool)}
			pat = append(pat, p)
			yesBody.Result, noBody.Result = append(yesBody.Result, yesFailed), append(noBody.Result, noFailed)
			t.failed = ir.Var(p.Name)
		}
		b.Bind(pat, &ir.If{Cond: cond, Then: yesBody, Else: noBody})
		bind()
	}
}

// side translates one side of a branch, whose results have the types of pat.
func (t *translator) side(b *ir.Builder, code *ir.Body, pat []ir.Param) (*ir.Body, ir.Atom) {
	in := b.Inner()
	t.body(in, code)
	result := t.flat(in, pat, code.Result)
	return in.Body(result...), t.failed
}

// flat returns results, whose types those of ps are, as scalars.
func (t *translator) flat(b *ir.Builder, ps []ir.Param, results []ir.Atom) []ir.Atom {
	var out []ir.Atom
	for k, p := range ps {
		switch {
		case t.refused:
		case p.Type.IsScalar():
			out = append(out, t.atom(results[k]))
		default:
			out = append(out, t.array(b, results[k]).at...)
		}
	}
	return out
}

// expanded returns binders for the scalars of ps, and what lets them stand for ps.
func (t *translator) expanded(ps []ir.Param) (pat []ir.Param, bind func()) {
	var firsts []int
	for _, p := range ps {
		firsts = append(firsts, len(pat))
		dims, ok := smallDims(p.Type)
		if !ok {
			t.refuse()
			return nil, func() {}
		}
		for range count(dims) {
			pat = append(pat, ir.Param{Name: t.names.Like(p.Name), Type: ir.ScalarOf(p.Type.Elem)})
		}
	}
	return pat, func() {
		for k, p := range ps {
			dims, _ := smallDims(p.Type)
			if p.Type.IsScalar() {
				t.scalars[p.Name] = ir.Var(pat[firsts[k]].Name)
				continue
			}
			v := small{row: ir.ScalarOf(p.Type.Elem), dims: dims}
			for j := range count(dims) {
				v.at = append(v.at, ir.Var(pat[firsts[k]+int(j)].Name))
			}
			t.arrays[p.Name] = v
		}
	}
}

// loop translates a loop, and unrolls it if its iterations are few and work on small arrays.
func (t *translator) loop(b *ir.Builder, s *ir.Stm, e *ir.Loop) {
	bound, known := t.atom(e.Bound), false
	if !e.Index.IsZero() {
		known = !bound.IsVar()
	}
	if n := int64(0); known {
		if n = bound.Const.Int(); n <= mostUnrolled && ir.FreeInBody(e.Body).Has(e.Index) && t.touches(e) && !t.keeps(s.Pos) {
			t.unrolls(s.Pos)
			t.unrolled(b, s, e, bound.Const.Type, n)
			return
		}
	}
	fails := ops.CanFail(e, func(string) bool { return true })
	if t.flags && !known && (fails || t.operator || t.failed != no) {
		t.refuse() // it may not end where something failed before
		return
	}
	if carried(e) > mostCarried {
		t.refuse()
		return
	}
	inits := t.flat(b, e.Params, e.Inits)
	params, bind := t.expanded(e.Params)
	if t.refused {
		return
	}
	out := &ir.Loop{Inits: inits, Bound: bound}
	if e.Index.IsZero() {
		out.Bound = e.Bound
	} else {
		out.Index = t.names.Like(e.Index)
		t.scalars[e.Index] = ir.Var(out.Index)
	}
	bind()
	if !e.While.IsZero() {
		out.While = t.scalars[e.While].Name
	}
	before, carries := t.failed, t.flags && fails
	if carries {
		p := ir.Param{Name: t.names.Fresh("failed"), Type: ir.ScalarOf(scalar.Bool)}
		params, out.Inits, t.failed = append(params, p), append(out.Inits, before), ir.Var(p.Name)
	}
	in := b.Inner()
	t.body(in, e.Body)
	result := t.flat(in, e.Params, e.Body.Result)
	pat, bindPat := t.expanded(s.Pat)
	if t.refused {
		return
	}
	if carries {
		p := ir.Param{Name: t.names.Fresh("failed"), Type: ir.ScalarOf(scalar.Bool)}
		pat, result = append(pat, p), append(result, t.failed)
		t.failed = ir.Var(p.Name)
	} else {
		t.failed = before
	}
	out.Params, out.Body = params, in.Body(result...)
	b.Bind(pat, out)
	bindPat()
}

// carried is how many bytes the arrays have that a loop carries.
func carried(e *ir.Loop) (bytes int64) {
	for _, p := range e.Params {
		if dims, ok := smallDims(p.Type); ok && p.Type.IsArray() {
			bytes += count(dims) * int64(p.Type.Elem.Size())
		}
	}
	return bytes
}

// touches reports whether a loop carries a small array or its body names one.
func (t *translator) touches(e *ir.Loop) bool {
	found := carriesSmall(e)
	w := &ir.Walker{Var: func(n *name.Name) {
		_, ok := t.arrays[*n]
		found = found || ok
	}}
	w.InBody(e.Body)
	return found
}

// unrolled translates n iterations, whose index has the given type, one after the other.
func (t *translator) unrolled(b *ir.Builder, s *ir.Stm, e *ir.Loop, index scalar.Type, n int64) {
	values := e.Inits
	for i := range n {
		t.rebind(b, e.Params, values)
		t.scalars[e.Index] = ir.Const(scalar.Int(index, i))
		t.body(b, e.Body)
		if t.refused {
			return
		}
		values = e.Body.Result
	}
	t.rebind(b, s.Pat, values)
}

// rebind lets ps have the values of results, all at once.
func (t *translator) rebind(b *ir.Builder, ps []ir.Param, results []ir.Atom) {
	arrays, scalars := make([]small, len(ps)), make([]ir.Atom, len(ps))
	for k, p := range ps {
		if p.Type.IsScalar() {
			scalars[k] = t.atom(results[k])
		} else {
			arrays[k] = t.array(b, results[k])
		}
	}
	for k, p := range ps {
		if p.Type.IsScalar() {
			t.scalars[p.Name] = scalars[k]
		} else {
			t.arrays[p.Name] = arrays[k]
		}
	}
}
