package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
)

func init() { define(means((*compiler).scanRight), means((*compiler).segScanRight)) }

// scanFromRight is scan of the elements in reverse order.
func (o *operator) scanFromRight(m *machine, n int64, element func(i int64) []store.Datum, emit func(i int64, suffix []store.Datum)) {
	o.scan(m, n,
		func(i int64) []store.Datum { return element(n - 1 - i) },
		func(i int64, suffix []store.Datum) { emit(n-1-i, suffix) })
}

func (c *compiler) scanRight(s *ir.Stm, e *ir.ScanRight) step {
	in, fn, op := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn), c.operator(e.Operator, e.Neutral)
	pat, k := c.pattern(s, -1), len(e.Neutral)
	c.checkFold(s, fn, k)
	return func(m *machine) {
		n, outs := in.count(m), m.placeAll(pat)
		element := in.element(m, fn)
		op.scanFromRight(m, n, func(i int64) []store.Datum {
			x := element(i)
			m.PutAll(outs[k:], x[k:], i)
			return x
		}, func(i int64, suffix []store.Datum) { m.PutAll(outs[:k], suffix, i) })
		m.bindArrays(pat, outs)
	}
}

func (c *compiler) segScanRight(s *ir.Stm, e *ir.SegScanRight) step {
	k := c.segFold(s, e.Space, e.Body, e.Operator, e.Neutral)
	n := len(e.Neutral)
	return func(m *machine) {
		outs := m.placeAll(k.pat)
		m.Separate(outs...)
		k.segments(m, outs[n:], func(segment []int64, size int64, element func(i int64) []store.Datum) {
			point := append(append([]int64(nil), segment...), 0)
			k.op.scanFromRight(m, size, element, func(i int64, suffix []store.Datum) {
				point[len(segment)] = i
				m.PutAll(outs[:n], suffix, point...)
			})
		})
		m.bindArrays(k.pat, outs)
	}
}
