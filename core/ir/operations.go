package ir

import (
	"maps"
	"slices"
)

func (*Use) Op() string        { return "use" }
func (*Prim) Op() string       { return "prim" }
func (*Convert) Op() string    { return "convert" }
func (*Assert) Op() string     { return "assert" }
func (*Enough) Op() string     { return "enough" }
func (*Call) Op() string       { return "call" }
func (*If) Op() string         { return "if" }
func (*Loop) Op() string       { return "loop" }
func (*Index) Op() string      { return "index" }
func (*Slice) Op() string      { return "slice" }
func (*FlatSlice) Op() string  { return "flatslice" }
func (*Update) Op() string     { return "update" }
func (*FlatUpdate) Op() string { return "flatupdate" }
func (*Iota) Op() string       { return "iota" }
func (*Replicate) Op() string  { return "replicate" }
func (*Scratch) Op() string    { return "scratch" }
func (*Copy) Op() string       { return "copy" }
func (*Concat) Op() string     { return "concat" }
func (*Literal) Op() string    { return "literal" }
func (*Rearrange) Op() string  { return "rearrange" }
func (*Reshape) Op() string    { return "reshape" }
func (*Alloc) Op() string      { return "alloc" }
func (*Map) Op() string        { return "map" }
func (*Reduce) Op() string     { return "reduce" }
func (*Scan) Op() string       { return "scan" }
func (*Scatter) Op() string    { return "scatter" }
func (*Hist) Op() string       { return "hist" }
func (*SegMap) Op() string     { return "segmap" }
func (*SegRed) Op() string     { return "segred" }
func (*SegScan) Op() string    { return "segscan" }
func (*SegHist) Op() string    { return "seghist" }

// kind makes and copies the struct of an operation, which a value of type Exp cannot do.
type kind struct {
	name string
	make func() Exp
	copy func(Exp) Exp
}

func kindOf[T any, P interface {
	*T
	Exp
}]() kind {
	return kind{
		name: P(nil).Op(),
		make: func() Exp { return P(new(T)) },
		copy: func(e Exp) Exp { return P(copyOf((*T)(e.(P)))) },
	}
}

func copyOf[T any](e *T) *T {
	out := *e
	return &out
}

// kinds are the operations, by name: the closed sum of Exp.
var kinds = byName(
	kindOf[Use](),
	kindOf[Prim](),
	kindOf[Convert](),
	kindOf[Assert](),
	kindOf[Enough](),
	kindOf[Call](),
	kindOf[If](),
	kindOf[Loop](),
	kindOf[Accelerate](),
	kindOf[Index](),
	kindOf[Slice](),
	kindOf[FlatSlice](),
	kindOf[Update](),
	kindOf[FlatUpdate](),
	kindOf[Iota](),
	kindOf[Replicate](),
	kindOf[Scratch](),
	kindOf[Copy](),
	kindOf[Concat](),
	kindOf[Literal](),
	kindOf[Rearrange](),
	kindOf[Reshape](),
	kindOf[Rotate](),
	kindOf[Alloc](),
	kindOf[Map](),
	kindOf[Reduce](),
	kindOf[Scan](),
	kindOf[ScanRight](),
	kindOf[Scatter](),
	kindOf[Hist](),
	kindOf[SegMap](),
	kindOf[SegRed](),
	kindOf[SegScan](),
	kindOf[SegScanRight](),
	kindOf[SegHist](),
)

func byName(all ...kind) map[string]kind {
	out := make(map[string]kind, len(all))
	for _, k := range all {
		out[k.name] = k
	}
	return out
}

// New returns an empty expression of the named operation; a parser or decoder fills it by
// visiting its parts. Scalar operators share the name "prim".
func New(op string) (Exp, bool) {
	k, ok := kinds[op]
	if !ok {
		return nil, false
	}
	return k.make(), true
}

// Operations lists the names of all operations, sorted.
func Operations() []string { return slices.Sorted(maps.Keys(kinds)) }
