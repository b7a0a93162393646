package cooperate

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// crowd is how many points there may be at most for each to have a group: threads that
// have a point each keep a device busy if there are more.
const crowd = 1 << 14

// spread gives the loops around the body of a kernel of many points, if the host can look
// whether they are few; there are none where there is one point.
func (k *kernel) spread(s *imp.Parallel) ([]loop, bool) {
	if s.OnePoint() {
		return nil, true
	}
	var around []loop
	all := sym.Const(1)
	for _, d := range s.Space {
		count, ok := k.poly(d.Count)
		if !ok || !k.needs.need(count.Sub(sym.Const(1))) {
			return nil, false
		}
		all = all.Mul(count)
		around = append(around, loop{d.Index, count})
	}
	k.points = len(s.Space)
	k.needs.size(all)
	return around, k.needs.need(sym.Const(crowd).Sub(all)) && small(all, moderate[len(moderate)-1])
}

// groups is the number of groups, and the declarations of the point of the running one.
func (k *kernel) groups(space []imp.SpaceDim) (imp.Expr, []imp.Stm) {
	if k.points == 0 {
		var indices []imp.Stm
		for _, d := range space {
			indices = append(indices, &imp.Declare{Name: d.Index, Type: scalar.I64, Init: imp.Int(0)})
		}
		return imp.Int(1), indices
	}
	all := imp.Expr(imp.Int(1))
	indices := make([]imp.Stm, len(space))
	left := imp.Expr(&imp.ID{Kind: imp.GroupID})
	for i := len(space) - 1; i >= 0; i-- {
		d := space[i]
		at := left
		if i > 0 {
			at = prim(scalar.Rem, left, d.Count)
			left = prim(scalar.Quot, left, d.Count)
		}
		indices[i] = &imp.Declare{Name: d.Index, Type: scalar.I64, Init: at}
		all = imp.Mul(d.Count, all)
	}
	return all, indices
}

// story tells who runs a kernel, and what is shared out.
func (k *kernel) story(label string) string {
	who := "a group of threads runs %s and shares"
	if k.points > 0 {
		who = "groups of threads run %s, a point each, and share"
	}
	what := fmt.Sprintf(who+" the independent iterations of its loops (%d)", label, k.shared)
	if k.crossed > 0 {
		what += fmt.Sprintf(", by anti-diagonals in nests (%d)", k.crossed)
	}
	return what
}
