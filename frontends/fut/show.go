package fut

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// mostShown is the number of elements of one dimension that Show prints.
const mostShown = 1000

// Show prints the results of a definition that takes no arguments, as they are written in
// programs: tuples, records and sums, which entry points return as their parts, are put
// together again.
func (a *Analysis) Show(name string, results []value.Value) (string, error) {
	d := a.definition(name)
	if d == nil {
		return "", fmt.Errorf("the program does not define %q", name)
	}
	s := shower{}
	shape := shapeOf(types.Strip(d.Binding.Type))
	if n := len(lower.Leaves(shape)); n != len(results) {
		return "", fmt.Errorf("%s has %d parts, not %d", d.Binding.Type, n, len(results))
	}
	leaves := make([]leaf, len(results))
	for i, v := range results {
		leaves[i] = leaf{value: v}
	}
	s.show(shape, types.Strip(d.Binding.Type), leaves)
	return s.text.String(), nil
}

// shapeOf is the shape of data of type t, its sizes left out.
func shapeOf(t types.Type) lower.Shape {
	switch t := types.Find(types.Strip(t)).(type) {
	case *types.Array:
		return lower.ArrayOf(ir.Size(0), shapeOf(t.Elem))
	case *types.Record:
		fields := make([]lower.Field, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = lower.Field{Name: f.Name, Shape: shapeOf(f.Type)}
		}
		return lower.RecordOf(fields)
	case *types.Sum:
		return lower.SumOf(shapeOf(t.Constructors).(*lower.Record))
	case types.Scalar:
		return lower.Scalar{Elem: t.Type}
	}
	return lower.RecordOf(nil)
}

// leaf is an element of an array of scalars, or a part of it.
type leaf struct {
	value value.Value
	depth int   // how many dimensions are fixed
	at    int64 // their indices, as one number in row-major order
}

type shower struct{ text strings.Builder }

// show prints the value that leaves hold.
func (s *shower) show(shape lower.Shape, t types.Type, leaves []leaf) {
	switch shape := shape.(type) {
	case lower.Scalar:
		s.text.Write(leaves[0].value.At(leaves[0].at).Append(nil))
	case *lower.Array:
		s.array(shape, types.Find(t).(*types.Array), leaves)
	case *lower.Record:
		s.record(shape, types.Find(t).(*types.Record), leaves)
	case *lower.Sum:
		s.sum(shape, types.Find(t).(*types.Sum), leaves)
	}
}

func (s *shower) array(shape *lower.Array, t *types.Array, leaves []leaf) {
	if len(leaves) == 0 {
		s.text.WriteString("[…]")
		return
	}
	n := leaves[0].value.Shape[leaves[0].depth]
	if n == 0 {
		if elem, ok := scalarsOf(t); ok {
			fmt.Fprintf(&s.text, "empty(%s)", value.TypeString(elem.Type, leaves[0].value.Shape[leaves[0].depth:]))
			return
		}
	}
	s.text.WriteByte('[')
	for i := range min(n, mostShown) {
		if i > 0 {
			s.text.WriteString(", ")
		}
		inner := make([]leaf, len(leaves))
		for k, l := range leaves {
			inner[k] = leaf{l.value, l.depth + 1, l.at*l.value.Shape[l.depth] + i}
		}
		s.show(shape.Elem, types.Strip(t.Elem), inner)
	}
	if n > mostShown {
		fmt.Fprintf(&s.text, ", … (%d elements)", n)
	}
	s.text.WriteByte(']')
}

// scalarsOf is the type of the scalars of an array of scalars.
func scalarsOf(t *types.Array) (types.Scalar, bool) {
	switch e := types.Find(types.Strip(t.Elem)).(type) {
	case *types.Array:
		return scalarsOf(e)
	case types.Scalar:
		return e, true
	}
	return types.Scalar{}, false
}

func (s *shower) record(shape *lower.Record, t *types.Record, leaves []leaf) {
	open, end := "{", "}"
	tuple := t.IsTuple()
	if tuple {
		open, end = "(", ")"
	}
	s.text.WriteString(open)
	for i, f := range shape.Fields {
		if i > 0 {
			s.text.WriteString(", ")
		}
		if !tuple {
			s.text.WriteString(f.Name + " = ")
		}
		n := len(lower.Leaves(f.Shape))
		s.show(f.Shape, types.Strip(t.Fields[i].Type), leaves[:n])
		leaves = leaves[n:]
	}
	s.text.WriteString(end)
}

func (s *shower) sum(shape *lower.Sum, t *types.Sum, leaves []leaf) {
	number := int(leaves[0].value.At(leaves[0].at).Bits)
	constructor := t.Constructors.Fields[number]
	s.text.WriteString("#" + constructor.Name)
	payload := constructor.Type.(*types.Record)
	slots := shape.Slots(number)
	for i, f := range shape.Constructors.Fields[number].Shape.(*lower.Record).Fields {
		n := len(lower.Leaves(f.Shape))
		part := make([]leaf, n)
		for k, slot := range slots[:n] {
			part[k] = leaves[slot]
		}
		slots = slots[n:]
		s.text.WriteByte(' ')
		_, nested := f.Shape.(*lower.Sum)
		if nested {
			s.text.WriteByte('(')
		}
		s.show(f.Shape, types.Strip(payload.Fields[i].Type), part)
		if nested {
			s.text.WriteByte(')')
		}
	}
}
