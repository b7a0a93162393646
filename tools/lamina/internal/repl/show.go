package repl

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/value"
)

// mostShown is the number of elements of one dimension that show prints.
const mostShown = 1000

// show prints a value of the source program as it is written there, from the scalars and
// arrays that it is made of.
func show(t *entry.Type, leaves []value.Value) string {
	s := shower{}
	parts := make([]leaf, len(leaves))
	for i, v := range leaves {
		parts[i] = leaf{value: v}
	}
	s.show(t, parts)
	return s.text.String()
}

// leaf is one of the arrays that values are made of, or a part of it.
type leaf struct {
	value value.Value
	depth int   // how many dimensions are fixed
	at    int64 // their indices, as one number in row-major order
}

// element is element i of l in its next dimension.
func (l leaf) element(i int64) leaf {
	return leaf{l.value, l.depth + 1, l.at*l.value.Shape[l.depth] + i}
}

type shower struct{ text strings.Builder }

func (s *shower) show(t *entry.Type, leaves []leaf) {
	switch t.Kind {
	case entry.Plain:
		s.array(t, t.Leaves[0].Rank, leaves)
	case entry.Array:
		s.array(t.Elem, t.Rank, leaves)
	case entry.Record:
		s.record(t, leaves)
	case entry.Sum:
		s.sum(t, leaves)
	}
}

// array prints an array of rank dimensions. The type of its elements is elem, or if that is
// plain a scalar.
func (s *shower) array(elem *entry.Type, rank int, leaves []leaf) {
	switch {
	case rank == 0 && elem.Kind == entry.Plain:
		s.text.Write(leaves[0].value.At(leaves[0].at).Append(nil))
		return
	case rank == 0:
		s.show(elem, leaves)
		return
	case len(leaves) == 0: // of (): there is nothing to tell how many
		s.text.WriteString("[…]")
		return
	}
	first := leaves[0]
	n := first.value.Shape[first.depth]
	if first.value.Len() == 0 && elem.Kind == entry.Plain {
		fmt.Fprintf(&s.text, "empty(%s)", value.TypeString(first.value.Elem, first.value.Shape[first.depth:]))
		return
	}
	s.text.WriteByte('[')
	for i := range min(n, mostShown) {
		if i > 0 {
			s.text.WriteString(", ")
		}
		inner := make([]leaf, len(leaves))
		for k, l := range leaves {
			inner[k] = l.element(i)
		}
		s.array(elem, rank-1, inner)
	}
	if n > mostShown {
		fmt.Fprintf(&s.text, ", … (%d elements)", n)
	}
	s.text.WriteByte(']')
}

func (s *shower) record(t *entry.Type, leaves []leaf) {
	tuple := t.IsTuple()
	brackets := "{}"
	if tuple {
		brackets = "()"
	}
	s.text.WriteByte(brackets[0])
	for i, f := range t.Fields {
		if i > 0 {
			s.text.WriteString(", ")
		}
		if !tuple {
			s.text.WriteString(f.Name + " = ")
		}
		s.show(f.Type, leaves[f.First:f.First+len(f.Type.Leaves)])
	}
	s.text.WriteByte(brackets[1])
}

func (s *shower) sum(t *entry.Type, leaves []leaf) {
	variant := t.Variants[leaves[0].value.At(leaves[0].at).Bits]
	s.text.WriteString("#" + variant.Name)
	for _, p := range variant.Payload {
		parts := make([]leaf, len(p.Slots))
		for i, slot := range p.Slots {
			parts[i] = leaves[slot]
		}
		s.text.WriteByte(' ')
		if p.Type.Kind == entry.Sum {
			s.text.WriteByte('(')
		}
		s.show(p.Type, parts)
		if p.Type.Kind == entry.Sum {
			s.text.WriteByte(')')
		}
	}
}
