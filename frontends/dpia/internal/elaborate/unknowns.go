package elaborate

import (
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// unknowns are the naturals and data types that inference looks for, as variables, and what is
// known of them.
type unknowns struct {
	names *name.Supply
	open  map[name.Name]origin      // the unknowns
	rigid map[name.Name]types.Class // the definition's own variables
	found types.Subst               // solutions, which may mention other unknowns
	// pending are equations between naturals that could not be solved yet.
	pending []equation
	classes []constraint
	numbers map[name.Name]bool // unknowns that are types of literals, and whether of integers
}

// origin is why there is an unknown.
type origin struct {
	pos  source.Pos
	what string
}

// equation demands that two naturals be equal.
type equation struct {
	a, b types.Nat
	at   mismatch
}

// constraint demands that a data type belong to a class.
type constraint struct {
	data  types.Data
	class types.Class
	at    origin
}

// mismatch is where two types should have been one.
type mismatch struct {
	pos        source.Pos
	have, want types.Phrase
}

func newUnknowns(names *name.Supply) *unknowns {
	return &unknowns{
		names: names, open: map[name.Name]origin{}, rigid: map[name.Name]types.Class{}, numbers: map[name.Name]bool{},
		found: types.Subst{Nats: map[name.Name]types.Nat{}, Datas: map[name.Name]types.Data{}},
	}
}

func (u *unknowns) nat(pos source.Pos, what string) types.Nat {
	n := u.names.Fresh(what)
	u.open[n] = origin{pos, what}
	return sym.Var(n)
}

func (u *unknowns) data(pos source.Pos, what string) types.Data {
	n := u.names.Fresh(what)
	u.open[n] = origin{pos, what}
	return types.DataVar{Name: n}
}

// solvedNat is n with what is known put in.
func (u *unknowns) solvedNat(n types.Nat) types.Nat {
	for again := true; again; {
		again = false
		n.Vars(func(v name.Name) {
			if _, ok := u.found.Nats[v]; ok {
				again = true
			}
		})
		if again {
			n = u.found.Nat(n)
		}
	}
	return n
}

// solvedData is d with what is known put in.
func (u *unknowns) solvedData(d types.Data) types.Data {
	switch d := d.(type) {
	case types.DataVar:
		if to, ok := u.found.Datas[d.Name]; ok {
			return u.solvedData(to)
		}
	case types.Vec:
		return types.Vec{K: u.solvedNat(d.K), Elem: u.solvedData(d.Elem)}
	case types.Idx:
		return types.Idx{N: u.solvedNat(d.N)}
	case types.Array:
		return types.Array{N: u.solvedNat(d.N), Elem: u.solvedData(d.Elem)}
	case types.Pair:
		return types.Pair{First: u.solvedData(d.First), Second: u.solvedData(d.Second)}
	}
	return d
}

// solved is t with what is known put in.
func (u *unknowns) solved(t types.Phrase) types.Phrase {
	switch t := t.(type) {
	case types.Exp:
		return types.Exp{Data: u.solvedData(t.Data)}
	case types.Acc:
		return types.Acc{Data: u.solvedData(t.Data)}
	case types.Prod:
		return types.Prod{First: u.solved(t.First), Second: u.solved(t.Second)}
	case types.Fun:
		return types.Fun{Param: u.solved(t.Param), Result: u.solved(t.Result), Passive: t.Passive}
	}
	return t
}

// show spells a variable: an unknown is _.
func (u *unknowns) show(n name.Name) string {
	if _, ok := u.open[n]; ok {
		return "_"
	}
	return n.Base
}

func (m mismatch) fail(u *unknowns, format string, args ...any) {
	e := source.Errorf(m.pos, "this is %s, but %s is wanted here", u.ofType(m.have), u.text(m.want))
	if format != "" {
		e = e.WithHint(format, args...)
	} else if hint := u.remedy(u.solved(m.have), u.solved(m.want)); hint != "" {
		e = e.WithHint("%s", hint)
	}
	fail(e)
}

// unify makes two phrase types equal. Whether functions are passive is not its concern.
func (u *unknowns) unify(pos source.Pos, have, want types.Phrase) {
	u.phrases(have, want, mismatch{pos, have, want})
}

func (u *unknowns) phrases(a, b types.Phrase, at mismatch) {
	switch a := a.(type) {
	case types.Exp:
		if b, ok := b.(types.Exp); ok {
			u.datas(a.Data, b.Data, at)
			return
		}
	case types.Acc:
		if b, ok := b.(types.Acc); ok {
			u.datas(a.Data, b.Data, at)
			return
		}
	case types.Comm:
		if _, ok := b.(types.Comm); ok {
			return
		}
	case types.Prod:
		if b, ok := b.(types.Prod); ok {
			u.phrases(a.First, b.First, at)
			u.phrases(a.Second, b.Second, at)
			return
		}
	case types.Fun:
		if b, ok := b.(types.Fun); ok {
			u.phrases(a.Param, b.Param, at)
			u.phrases(a.Result, b.Result, at)
			return
		}
	}
	at.fail(u, "")
}

func (u *unknowns) datas(a, b types.Data, at mismatch) {
	a, b = u.solvedData(a), u.solvedData(b)
	if types.EqualData(a, b) || u.assign(a, b, at) || u.assign(b, a, at) {
		return
	}
	switch a := a.(type) {
	case types.Vec:
		if b, ok := b.(types.Vec); ok {
			u.nats(a.K, b.K, at)
			u.datas(a.Elem, b.Elem, at)
			return
		}
	case types.Idx:
		if b, ok := b.(types.Idx); ok {
			u.nats(a.N, b.N, at)
			return
		}
	case types.Array:
		if b, ok := b.(types.Array); ok {
			u.nats(a.N, b.N, at)
			u.datas(a.Elem, b.Elem, at)
			return
		}
	case types.Pair:
		if b, ok := b.(types.Pair); ok {
			u.datas(a.First, b.First, at)
			u.datas(a.Second, b.Second, at)
			return
		}
	}
	at.fail(u, "")
}

// assign makes d the solution for a, if that is an unknown.
func (u *unknowns) assign(a, d types.Data, at mismatch) bool {
	v, ok := a.(types.DataVar)
	if _, isOpen := u.open[v.Name]; !ok || !isOpen {
		return false
	}
	if u.mentions(d, v.Name) {
		at.fail(u, "a type cannot hold itself")
	}
	if integer, isLiteral := u.numbers[v.Name]; isLiteral {
		if to, ok := d.(types.DataVar); ok {
			if was, known := u.numbers[to.Name]; known {
				integer = integer && was
			}
			u.numbers[to.Name] = integer
		}
	}
	u.found.Datas[v.Name] = d
	return true
}

func (u *unknowns) mentions(d types.Data, v name.Name) bool {
	switch d := d.(type) {
	case types.DataVar:
		return d.Name == v
	case types.Vec:
		return u.mentions(u.solvedData(d.Elem), v)
	case types.Array:
		return u.mentions(u.solvedData(d.Elem), v)
	case types.Pair:
		return u.mentions(u.solvedData(d.First), v) || u.mentions(u.solvedData(d.Second), v)
	}
	return false
}

// nats makes two naturals equal, now or when more is known.
func (u *unknowns) nats(a, b types.Nat, at mismatch) {
	if !u.solve(a, b, at) {
		u.pending = append(u.pending, equation{a, b, at})
	}
}

// solve solves a = b for an unknown; it reports false if that has to wait.
func (u *unknowns) solve(a, b types.Nat, at mismatch) bool {
	a, b = u.solvedNat(a), u.solvedNat(b)
	d := a.Sub(b)
	if !d.Exact() {
		at.fail(u, "sizes are too large to compare")
	}
	if d.IsZero() {
		return true
	}
	var opens []name.Name
	d.Vars(func(v name.Name) {
		if _, ok := u.open[v]; ok {
			opens = append(opens, v)
		}
	})
	if len(opens) == 0 {
		at.fail(u, "%s is not %s for all values of the sizes", types.NatText(a, u.show), types.NatText(b, u.show))
	}
	for _, v := range opens {
		if x, ok := isolate(d, v); ok {
			u.found.Nats[v] = x
			return true
		}
	}
	if len(opens) == 1 {
		if c := d.Coefficient(opens[0]); len(mentioned(c, u.open)) == 0 {
			r := d.Sub(c.Mul(sym.Var(opens[0])))
			if len(mentioned(r, u.open)) == 0 {
				total := r.Neg()
				if lead, ok := c.AsConst(); ok && lead < 0 {
					c, total = c.Neg(), r
				} else if !ok && negative(c) {
					c, total = c.Neg(), r
				}
				at.fail(u, "%s is not known to be a multiple of %s: give the array a size that is one, as in {k : nat} (xs : exp[(%s * k).f32])",
					types.NatText(total, u.show), types.NatText(c, u.show), types.NatText(c, u.show))
			}
		}
	}
	return false
}

func negative(p types.Nat) bool {
	for _, t := range p.Terms() {
		if t.Coef < 0 {
			return true
		}
	}
	return false
}

// isolate solves d = 0 for v, if that gives a natural for all values of the others.
func isolate(d types.Nat, v name.Name) (types.Nat, bool) {
	c := d.Coefficient(v)
	if c.Mentions(v) {
		return types.Nat{}, false
	}
	r := d.Sub(c.Mul(sym.Var(v))).Neg()
	x, ok := r.DivExact(c)
	return x, ok && !x.Mentions(v) && !negative(x)
}

func mentioned(p types.Nat, open map[name.Name]origin) (out []name.Name) {
	p.Vars(func(v name.Name) {
		if _, ok := open[v]; ok {
			out = append(out, v)
		}
	})
	return out
}

// settle solves what is pending, gives literals their types, and fails if something stays
// unknown or breaks a constraint.
func (u *unknowns) settle() {
	u.retry()
	for _, e := range u.pending {
		a, b := u.solvedNat(e.a), u.solvedNat(e.b)
		e.at.fail(u, "the sizes %s and %s are not known to be equal", types.NatText(a, u.show), types.NatText(b, u.show))
	}
	for v, integer := range u.numbers {
		if d, ok := u.solvedData(types.DataVar{Name: v}).(types.DataVar); ok {
			if _, isOpen := u.open[d.Name]; isOpen {
				u.found.Datas[d.Name] = defaultType(integer && u.numbers[d.Name])
			}
		}
	}
	for _, c := range u.classes {
		u.hold(c)
	}
}

// retry solves pending equations until none more can be.
func (u *unknowns) retry() {
	for progress := true; progress; {
		progress = false
		var rest []equation
		for _, e := range u.pending {
			if u.solve(e.a, e.b, e.at) {
				progress = true
			} else {
				rest = append(rest, e)
			}
		}
		u.pending = rest
	}
}

// defaultType is the type of literals that nothing else determines.
func defaultType(integer bool) types.Data {
	if integer {
		return types.Num{Elem: scalar.I32}
	}
	return types.Num{Elem: scalar.F32}
}

// hold checks a constraint.
func (u *unknowns) hold(c constraint) {
	d := u.solvedData(c.data)
	if v, ok := d.(types.DataVar); ok {
		if _, isOpen := u.open[v.Name]; isOpen {
			return // reported as unknown
		}
		own := u.rigid[v.Name]
		if own == c.class || c.class == types.Arith && own != types.AnyData {
			return
		}
	} else if c.class.Has(d) {
		return
	}
	says := "%s works on %s, not on %s"
	if c.at.what == ofLiteral {
		says = "%s is %s, not of type %s"
	}
	err := source.Errorf(c.at.pos, says, c.at.what, c.class, types.DataText(d, u.show))
	switch d.(type) {
	case types.Array:
		err = err.WithHint("map works on each element: map (\\x. %s) xs", applied(c.at.what))
	case types.Idx:
		err = err.WithHint("indices are not computed with: other elements are reached by split, join, transpose and zip")
	}
	fail(err)
}

// applied shows a primitive applied to x.
func applied(what string) string {
	if strings.ContainsAny(what, "+-*/") {
		return "x " + what + " 1"
	}
	return what + " x"
}

// solution is the result of inference. It fails if something is unknown.
func (u *unknowns) solution() types.Subst {
	out := types.Subst{Nats: map[name.Name]types.Nat{}, Datas: map[name.Name]types.Data{}}
	var missing []name.Name
	see := func(v name.Name) {
		if _, isOpen := u.open[v]; isOpen {
			missing = append(missing, v)
		}
	}
	for v := range u.open {
		if n, ok := u.found.Nats[v]; ok {
			n = u.solvedNat(n)
			n.Vars(see)
			out.Nats[v] = n
		} else if d, ok := u.found.Datas[v]; ok {
			d = u.solvedData(d)
			dataVars(d, see)
			out.Datas[v] = d
		} else {
			missing = append(missing, v)
		}
	}
	if len(missing) > 0 {
		first := missing[0]
		for _, v := range missing {
			if v.ID < first.ID {
				first = v
			}
		}
		o := u.open[first]
		fail(source.Errorf(o.pos, "the %s cannot be inferred here", describe(o.what)).
			WithHint(`write the type of a parameter, as in \(x : exp[4.f32]). …, or of the result`))
	}
	return out
}

func dataVars(d types.Data, see func(name.Name)) {
	switch d := d.(type) {
	case types.DataVar:
		see(d.Name)
	case types.Vec:
		d.K.Vars(see)
		dataVars(d.Elem, see)
	case types.Idx:
		d.N.Vars(see)
	case types.Array:
		d.N.Vars(see)
		dataVars(d.Elem, see)
	case types.Pair:
		dataVars(d.First, see)
		dataVars(d.Second, see)
	}
}

// describe says what the type variable of a primitive stands for.
func describe(variable string) string {
	switch variable {
	case "n", "m", "k":
		return "size " + variable
	}
	return "type of " + variable
}
