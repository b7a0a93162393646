package specialise

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/lower"
)

var rangeEndOf = map[syntax.RangeKind]lower.RangeEnd{
	syntax.Inclusive: lower.Inclusive, syntax.UpTo: lower.UpTo, syntax.DownTo: lower.DownTo,
}

func (fr *frame) rangeOf(e *syntax.Range) lower.Value {
	first := fr.exp(e.First)
	var second *lower.Value
	if e.Second != nil {
		v := fr.exp(e.Second)
		second = &v
	}
	return fr.Range(first, second, rangeEndOf[e.Kind], fr.exp(e.Last))
}
