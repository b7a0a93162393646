package narrow

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// copy gives a copy a narrow kernel, for when it is not one of consecutive bytes, which a
// device does without a kernel.
func (h *host) copy(s *imp.Copy) []imp.Stm {
	scattered := scattered(s)
	if len(scattered) == 0 || len(s.Shape) == 0 || !h.unit.Rewrite() {
		return []imp.Stm{s}
	}
	loop := &imp.Parallel{Label: "copy"}
	var index []imp.Expr
	for _, n := range s.Shape {
		d := imp.SpaceDim{Index: h.names.Fresh("i"), Count: n}
		loop.Space, index = append(loop.Space, d), append(index, imp.IntVar(d.Index))
	}
	loop.Body = []imp.Stm{s.Element(index)}
	before, counts := h.counts(loop.Space)
	k := h.kernel(loop.Body)
	narrow := *loop
	narrow.Narrow, narrow.Apart = true, true
	narrow.Space = k.space(counts)
	k.arguments(loop.Body)
	narrow.Body = k.list(loop.Body)
	k.apart(loop.Body, nil)
	some := scattered[0]
	for _, c := range scattered[1:] {
		some = logical(scalar.Or, some, c)
	}
	k.require(some)
	return append(before, k.choose(&narrow, s)...)
}

// scattered are conditions one of which holds if the elements of a view do not lie one
// after the other; none if they surely do.
func scattered(s *imp.Copy) []imp.Expr {
	var out []imp.Expr
	seen := map[string]bool{}
	for _, v := range []imp.View{s.Dst, s.Src} {
		want := imp.Int(1)
		for d := len(s.Shape) - 1; d >= 0; d-- {
			n, stride := s.Shape[d], v.Strides[d]
			if one, ok := imp.ConstOf(n); (!ok || one.Int() != 1) && imp.Key(stride) != imp.Key(want) {
				c := compare(scalar.Ne, stride, want)
				if !ok {
					c = logical(scalar.And, compare(scalar.Ne, n, imp.Int(1)), c)
				}
				if key := imp.Key(c); !seen[key] {
					seen[key] = true
					out = append(out, c)
				}
			}
			want = imp.Mul(n, want)
		}
	}
	return out
}
