package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/scalar"
)

// class decides the choice of an instruction.
type class uint8

const (
	Int32s class = iota // i8 i16 i32
	Int32u              // u8 u16 u32
	Int64s
	Int64u
	Float32c // f16 f32
	Float64c
	Boolc
)

// ClassOf returns the class of t.
func ClassOf(t scalar.Type) class {
	switch {
	case t == scalar.Bool:
		return Boolc
	case t == scalar.F64:
		return Float64c
	case t.IsFloat():
		return Float32c
	case t == scalar.I64:
		return Int64s
	case t == scalar.U64:
		return Int64u
	case t.IsSigned():
		return Int32s
	}
	return Int32u
}

// Row gives an operator's instruction for each class that has one.
type Row = map[class]code.Op

func ints(o32, o64 code.Op) Row {
	return Row{Int32s: o32, Int32u: o32, Int64s: o64, Int64u: o64}
}

func floats(o32, o64 code.Op) Row { return Row{Float32c: o32, Float64c: o64} }

func bools(o code.Op) Row { return Row{Boolc: o} }

func join(rows ...Row) Row {
	out := Row{}
	for _, r := range rows {
		for c, o := range r {
			out[c] = o
		}
	}
	return out
}

func ordered(s32, u32, s64, u64, f32, f64 code.Op) Row {
	return Row{Int32s: s32, Int32u: u32, Int64s: s64, Int64u: u64, Float32c: f32, Float64c: f64, Boolc: u32}
}

// Direct lists the operators that are one instruction on the operands in order.
var Direct = map[scalar.Op]Row{
	scalar.Add: join(ints(code.I32Add, code.I64Add), floats(code.F32Add, code.F64Add)),
	scalar.Mul: join(ints(code.I32Mul, code.I64Mul), floats(code.F32Mul, code.F64Mul)),
	scalar.Sub: join(ints(code.I32Sub, code.I64Sub), floats(code.F32Sub, code.F64Sub)),
	scalar.Div: floats(code.F32Div, code.F64Div),
	scalar.And: join(ints(code.I32And, code.I64And), bools(code.I32And)),
	scalar.Or:  join(ints(code.I32Or, code.I64Or), bools(code.I32Or)),
	scalar.Xor: join(ints(code.I32Xor, code.I64Xor), bools(code.I32Xor)),
	scalar.Not: bools(code.I32Eqz),

	scalar.Eq: ordered(code.I32Eq, code.I32Eq, code.I64Eq, code.I64Eq, code.F32Eq, code.F64Eq),
	scalar.Ne: ordered(code.I32Ne, code.I32Ne, code.I64Ne, code.I64Ne, code.F32Ne, code.F64Ne),
	scalar.Lt: ordered(code.I32LtS, code.I32LtU, code.I64LtS, code.I64LtU, code.F32Lt, code.F64Lt),
	scalar.Le: ordered(code.I32LeS, code.I32LeU, code.I64LeS, code.I64LeU, code.F32Le, code.F64Le),
	scalar.Gt: ordered(code.I32GtS, code.I32GtU, code.I64GtS, code.I64GtU, code.F32Gt, code.F64Gt),
	scalar.Ge: ordered(code.I32GeS, code.I32GeU, code.I64GeS, code.I64GeU, code.F32Ge, code.F64Ge),

	scalar.Neg:   floats(code.F32Neg, code.F64Neg),
	scalar.Abs:   floats(code.F32Abs, code.F64Abs),
	scalar.Sqrt:  floats(code.F32Sqrt, code.F64Sqrt),
	scalar.Floor: floats(code.F32Floor, code.F64Floor),
	scalar.Ceil:  floats(code.F32Ceil, code.F64Ceil),
	scalar.Round: floats(code.F32Nearest, code.F64Nearest),
	scalar.Trunc: floats(code.F32Trunc, code.F64Trunc),
}

// rounded are the direct operators whose result may not be one of a narrow type.
var rounded = map[scalar.Op]bool{scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Div: true, scalar.Sqrt: true}

// emitter writes an operator at type t on held operands, and leaves a value of
// the result's type.
type emitter func(f *Writer, t scalar.Type, x []Value)

// composed lists the other operators that are computed here: for integers (and
// bools), and for floats.
var composed = map[scalar.Op]struct{ ints, floats emitter }{
	scalar.Div:       {ints: intDiv},
	scalar.Mod:       {ints: intMod, floats: floatMod},
	scalar.Quot:      {ints: intQuot},
	scalar.Rem:       {ints: intRem},
	scalar.Pow:       {ints: intPow},
	scalar.Min:       {ints: intMinMax(scalar.Lt), floats: floatMinMax(code.F32Min, code.F64Min)},
	scalar.Max:       {ints: intMinMax(scalar.Gt), floats: floatMinMax(code.F32Max, code.F64Max)},
	scalar.MulSat:    {ints: intMulSat},
	scalar.MulHi:     {ints: intMulHi},
	scalar.MadHi:     {ints: intMadHi},
	scalar.Shl:       {ints: intShl},
	scalar.Shr:       {ints: intShr},
	scalar.Lshr:      {ints: intLshr},
	scalar.Not:       {ints: intNot},
	scalar.Popc:      {ints: intPopc},
	scalar.Clz:       {ints: intClz},
	scalar.Ctz:       {ints: intCtz},
	scalar.Select:    {ints: choose, floats: chooseFloat},
	scalar.Neg:       {ints: intNeg},
	scalar.Abs:       {ints: intAbs},
	scalar.Sgn:       {ints: intSgn, floats: floatSgn},
	scalar.Rsqrt:     {floats: floatRsqrt},
	scalar.Copysign:  {floats: floatCopysign},
	scalar.Nextafter: {floats: floatNextafter},
	scalar.Ldexp:     {floats: floatLdexp},
	scalar.Fma:       {floats: floatFma},
	scalar.IsNaN:     {floats: floatIsNaN},
	scalar.IsInf:     {floats: floatIsInf},
	scalar.ToBits:    {floats: floatToBits},
	scalar.FromBits:  {floats: floatFromBits},
}

// IsDirect reports whether o at type t is one instruction.
func IsDirect(o scalar.Op, t scalar.Type) bool {
	_, ok := Direct[o][ClassOf(t)]
	return ok
}

// Operator applies o at type t to held operands, or, if it is direct, to what is
// on the stack below them.
func (f *Writer) Operator(o scalar.Op, t scalar.Type, x []Value) {
	if IsDirect(o, t) {
		f.Push(x...)
		f.Op(Direct[o][ClassOf(t)])
		if rounded[o] {
			f.Normalise(t)
		}
		return
	}
	emit := composed[o].ints
	if t.IsFloat() {
		if fn := o.Info().Elementary; fn != nil {
			floatElementary(f, fn, t, x)
			return
		}
		emit = composed[o].floats
	}
	if emit == nil {
		Unsupportedf("operator %s at type %s", o, t)
	}
	emit(f, t, x)
}

func choose(f *Writer, _ scalar.Type, x []Value) {
	f.Push(x[1], x[2], x[0])
	f.Op(code.Select)
}

// chooseFloat selects between the bits of floats: wazero 1.12.0 compiles a selection of
// floats wrongly for amd64 where one of them was spilled.
func chooseFloat(f *Writer, t scalar.Type, x []Value) {
	toBits, fromBits := code.I32ReinterpretF32, code.F32ReinterpretI32
	if t == scalar.F64 {
		toBits, fromBits = code.I64ReinterpretF64, code.F64ReinterpretI64
	}
	f.Push(x[1])
	f.Op(toBits)
	f.Push(x[2])
	f.Op(toBits)
	f.Push(x[0])
	f.Op(code.Select)
	f.Op(fromBits)
}

// Bitselect pops a mask and two vectors, and pushes the bits of the first where the mask is set,
// else those of the second. wazero 1.12.0 compiles the instruction for that wrongly for amd64
// where one of the vectors was spilled: what it computes in a register may be read from the stack
// as it was before.
func (f *Writer) Bitselect() {
	mask, other := f.Keep(code.V128), f.Keep(code.V128)
	f.Push(mask)
	f.Op(code.V128And)
	f.Push(other, mask)
	f.Op(code.V128Andnot)
	f.Op(code.V128Or)
}
