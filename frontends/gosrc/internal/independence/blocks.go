package independence

import "slices"

// A mention w[e] of an element by one index has the form q*i + e', of which q is the same in all iterations i. If all
// mentions have one q, iteration i may have the block of q elements from offset + q*i on. Where e' has multiples of a
// steady P in it, as j*P + i has, w is a matrix of rows of P elements, and iteration i has these q columns of it. Terms of e' that
// are multiples of P tell rows, those that are multiples of q tell the first block; the others are within the block,
// which is checked when the loop runs.

// partition is how an array falls into blocks.
type partition struct{ size, period, offset Sum }

// blocks returns the partition that the mentions of an array tell of.
func (f *finder) blocks(all []*Mention) (b partition, ok bool) {
	var strides []Sum
	for k, m := range all {
		if len(m.forms) != 1 {
			return b, false
		}
		q, ok := m.forms[0].factor()
		if !ok || k > 0 && !q.equal(b.size) {
			return b, false
		}
		b.size = q
		for _, p := range m.forms[0].rest() {
			if s := p.stride(); len(s) > 0 && q.repeats(s) && !(Sum{p}.steady() && (len(p.Factors) == 0 || inAll(p, all))) {
				strides = append(strides, s)
			}
		}
	}
	if n, constant := b.size.constant(); len(b.size) == 0 || constant && n <= 0 {
		return b, false
	}
	if b.period, ok = common(strides); !ok || len(b.period) > 0 && slices.ContainsFunc(all, func(m *Mention) bool { return m.part }) {
		return b, false
	}
	for _, p := range all[0].forms[0].rest() {
		if one := (Sum{p}); one.computable() && one.divisible(b.size) {
			b.offset = b.offset.plus(1, one)
		}
	}
	return b, true
}

// repeats reports whether blocks of q elements may come again after s elements: s is no part of them, and larger by its
// form, or the blocks have a constant size.
func (q Sum) repeats(s Sum) bool {
	_, constant := q.constant()
	return !q.divisible(s) && (constant || s.divisible(q))
}

// inAll reports whether all mentions have a term.
func inAll(p Product, all []*Mention) bool {
	return !slices.ContainsFunc(all, func(m *Mention) bool {
		return len(m.forms) != 1 || !slices.ContainsFunc(m.forms[0], func(q Product) bool { return q.Number == p.Number && q.key() == p.key() })
	})
}

// common returns the one of some strides that all of them are multiples of.
func common(strides []Sum) (Sum, bool) {
	for _, s := range strides {
		if !slices.ContainsFunc(strides, func(t Sum) bool { return !t.divisible(s) }) {
			return s, true
		}
	}
	return nil, len(strides) == 0
}

// stride is the steady part of a product, unless that is 1 or cannot be computed before the loop.
func (p Product) stride() Sum {
	out := Product{Number: max(p.Number, -p.Number)}
	for _, x := range p.Factors {
		if x.kind == steady {
			out.Factors = append(out.Factors, x)
		}
	}
	if s := (Sum{out}); s.computable() && !s.equal(Sum{{Number: 1}}) {
		return s
	}
	return nil
}

// divisible reports whether s is by its form a multiple of t, a product.
func (s Sum) divisible(t Sum) bool {
	if len(t) != 1 {
		return s.equal(t)
	}
	return !slices.ContainsFunc(s, func(p Product) bool {
		rest := slices.Clone(p.Factors)
		for _, x := range t[0].Factors {
			i := slices.IndexFunc(rest, func(y *Factor) bool { return x.key == y.key })
			if i < 0 {
				return true
			}
			rest = slices.Delete(rest, i, i+1)
		}
		return p.Number%t[0].Number != 0
	})
}

// inside reports whether all mentions are of elements that are known to be inside the blocks.
func (b partition) inside(all []*Mention) bool {
	n, constant := b.size.constant()
	return constant && len(b.period) == 0 && !slices.ContainsFunc(all, func(m *Mention) bool {
		at, known := m.forms[0].rest().plus(-1, b.offset).constant()
		return !known || at < 0 || at >= n
	})
}
