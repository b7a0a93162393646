package lowering

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// checkOwners asserts that no iteration writes an element that another reads or writes. The owner
// of an element is the last iteration that writes it.
func (f *frame) checkOwners(sh *shared, size ir.Atom, results []lower.Value, n ir.Atom) {
	latest := lower.NewClosure(&lower.Code{
		Name: "latest", Arity: 2, Place: lower.InPlace,
		Run: func(b *lower.Builder, _ []lower.Captured, x []lower.Value) lower.Value {
			return b.Operator(scalar.Max, goInt, x...)
		},
	})
	none := lower.Constant(scalar.Int(goInt, -1))
	owners := f.b.Replicate(size, none)
	iota := f.b.Iota(n)
	var used []lower.Value
	for k := range sh.sites {
		owners = f.b.Hist(1, owners, latest, none, results[2*k], iota)
		used = append(used, results[2*k])
	}
	used = append(used, results[2*len(sh.sites):]...)
	f.b.Map(n, append([]lower.Value{iota}, used...), func(rows []lower.Value) lower.Value {
		i := rows[0].Atom()
		for k, at := range rows[1:] {
			defer f.at(f.mentioned(sh, k).Node)()
			owner := f.b.If(f.b.I64("some", scalar.Le, ir.Size(0), at.Atom()),
				func() lower.Value { return f.element(owners, at.Atom()) }, func() lower.Value { return none }).Atom()
			ok := f.b.Bool("ok", scalar.Or, f.b.I64("unowned", scalar.Lt, owner, ir.Size(0)), f.b.I64("own", scalar.Eq, owner, i))
			f.b.Assert(ok, "iterations of the Loop race: iterations ", i, " and ", owner, " use element ", at.Atom(), " of "+sh.Text)
		}
		return lower.Tuple()
	})
}

// mentioned is the mention that the kth index of the results is of.
func (f *frame) mentioned(sh *shared, k int) *independence.Mention {
	if k < len(sh.Writes) {
		return sh.Writes[k]
	}
	return sh.Reads[k-len(sh.Writes)]
}
