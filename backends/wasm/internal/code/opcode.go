package code

// Op is an opcode. Opcodes with a prefix byte hold it in their upper byte.
type Op uint16

// immediate says which immediates an instruction has. The comments call Imm A and Hi B.
type immediate uint8

const (
	none         immediate = iota
	blockType              // A: a ValType, or 0 for no result
	label                  // A: the number of enclosing blocks to skip
	funcIndex              // A
	localIndex             // A
	memArg                 // A: the constant offset; the alignment is the table's
	i32Const               // A: the bits
	i64Const               // A
	f32Const               // A
	f64Const               // A
	twoZeroBytes           // two of them
	v128Const              // A and B: the bits, A the lower ones
	lanes16                // A and B: sixteen numbers of lanes, the first in A's lowest byte
	laneIndex              // A
	laneMemArg             // A: the constant offset; the lane, from bit laneShift on
)

// laneShift is the position of the lane index in the immediate of a single-lane access.
const laneShift = 32

// LaneAt returns the immediate of a single-lane memory access.
func LaneAt(offset uint64, lane int) uint64 { return offset | uint64(lane)<<laneShift }

// opInfo is a row of the instruction table.
type opInfo struct {
	name  string
	imm   immediate
	align uint8 // memArg: log2 of the access's natural alignment
}

// Control, variables and constants.
const (
	Unreachable Op = 0x00
	Block       Op = 0x02
	Loop        Op = 0x03
	If          Op = 0x04
	Else        Op = 0x05
	End         Op = 0x0b
	Br          Op = 0x0c
	BrIf        Op = 0x0d
	Return      Op = 0x0f
	Call        Op = 0x10
	Drop        Op = 0x1a
	Select      Op = 0x1b
	LocalGet    Op = 0x20
	LocalSet    Op = 0x21
	LocalTee    Op = 0x22
	I32Const    Op = 0x41
	I64Const    Op = 0x42
	F32Const    Op = 0x43
	F64Const    Op = 0x44
)

// Memory.
const (
	I32Load    Op = 0x28
	I64Load    Op = 0x29
	F32Load    Op = 0x2a
	F64Load    Op = 0x2b
	I32Load8S  Op = 0x2c
	I32Load8U  Op = 0x2d
	I32Load16S Op = 0x2e
	I32Load16U Op = 0x2f
	I32Store   Op = 0x36
	I64Store   Op = 0x37
	F32Store   Op = 0x38
	F64Store   Op = 0x39
	I32Store8  Op = 0x3a
	I32Store16 Op = 0x3b
	MemoryCopy Op = 0xfc0a

	I32AtomicRmwAdd Op = 0xfe1e
	I32AtomicRmwSub Op = 0xfe25

	I32AtomicRmwCmpxchg    Op = 0xfe48
	I64AtomicRmwCmpxchg    Op = 0xfe49
	I32AtomicRmw8CmpxchgU  Op = 0xfe4a
	I32AtomicRmw16CmpxchgU Op = 0xfe4b
)

// Arithmetic.
const (
	I32Eqz Op = 0x45 + iota
	I32Eq
	I32Ne
	I32LtS
	I32LtU
	I32GtS
	I32GtU
	I32LeS
	I32LeU
	I32GeS
	I32GeU
	I64Eqz
	I64Eq
	I64Ne
	I64LtS
	I64LtU
	I64GtS
	I64GtU
	I64LeS
	I64LeU
	I64GeS
	I64GeU
	F32Eq
	F32Ne
	F32Lt
	F32Gt
	F32Le
	F32Ge
	F64Eq
	F64Ne
	F64Lt
	F64Gt
	F64Le
	F64Ge
	I32Clz
	I32Ctz
	I32Popcnt
	I32Add
	I32Sub
	I32Mul
	I32DivS
	I32DivU
	I32RemS
	I32RemU
	I32And
	I32Or
	I32Xor
	I32Shl
	I32ShrS
	I32ShrU
	I32Rotl
	I32Rotr
	I64Clz
	I64Ctz
	I64Popcnt
	I64Add
	I64Sub
	I64Mul
	I64DivS
	I64DivU
	I64RemS
	I64RemU
	I64And
	I64Or
	I64Xor
	I64Shl
	I64ShrS
	I64ShrU
	I64Rotl
	I64Rotr
	F32Abs
	F32Neg
	F32Ceil
	F32Floor
	F32Trunc
	F32Nearest
	F32Sqrt
	F32Add
	F32Sub
	F32Mul
	F32Div
	F32Min
	F32Max
	F32Copysign
	F64Abs
	F64Neg
	F64Ceil
	F64Floor
	F64Trunc
	F64Nearest
	F64Sqrt
	F64Add
	F64Sub
	F64Mul
	F64Div
	F64Min
	F64Max
	F64Copysign
	I32WrapI64
	I32TruncF32S
	I32TruncF32U
	I32TruncF64S
	I32TruncF64U
	I64ExtendI32S
	I64ExtendI32U
	I64TruncF32S
	I64TruncF32U
	I64TruncF64S
	I64TruncF64U
	F32ConvertI32S
	F32ConvertI32U
	F32ConvertI64S
	F32ConvertI64U
	F32DemoteF64
	F64ConvertI32S
	F64ConvertI32U
	F64ConvertI64S
	F64ConvertI64U
	F64PromoteF32
	I32ReinterpretF32
	I64ReinterpretF64
	F32ReinterpretI32
	F64ReinterpretI64
	I32Extend8S
	I32Extend16S
	I64Extend8S
	I64Extend16S
	I64Extend32S
)

// Saturating conversions.
const (
	I32TruncSatF32S Op = 0xfc00 + iota
	I32TruncSatF32U
	I32TruncSatF64S
	I32TruncSatF64U
	I64TruncSatF32S
	I64TruncSatF32U
	I64TruncSatF64S
	I64TruncSatF64U
)

// arithmetic names the instructions from I32Eqz on, which have no immediates.
var arithmetic = [...]string{
	"i32.eqz", "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.gt_s", "i32.gt_u", "i32.le_s", "i32.le_u", "i32.ge_s", "i32.ge_u",
	"i64.eqz", "i64.eq", "i64.ne", "i64.lt_s", "i64.lt_u", "i64.gt_s", "i64.gt_u", "i64.le_s", "i64.le_u", "i64.ge_s", "i64.ge_u",
	"f32.eq", "f32.ne", "f32.lt", "f32.gt", "f32.le", "f32.ge", "f64.eq", "f64.ne", "f64.lt", "f64.gt", "f64.le", "f64.ge",
	"i32.clz", "i32.ctz", "i32.popcnt", "i32.add", "i32.sub", "i32.mul", "i32.div_s", "i32.div_u", "i32.rem_s", "i32.rem_u",
	"i32.and", "i32.or", "i32.xor", "i32.shl", "i32.shr_s", "i32.shr_u", "i32.rotl", "i32.rotr",
	"i64.clz", "i64.ctz", "i64.popcnt", "i64.add", "i64.sub", "i64.mul", "i64.div_s", "i64.div_u", "i64.rem_s", "i64.rem_u",
	"i64.and", "i64.or", "i64.xor", "i64.shl", "i64.shr_s", "i64.shr_u", "i64.rotl", "i64.rotr",
	"f32.abs", "f32.neg", "f32.ceil", "f32.floor", "f32.trunc", "f32.nearest", "f32.sqrt",
	"f32.add", "f32.sub", "f32.mul", "f32.div", "f32.min", "f32.max", "f32.copysign",
	"f64.abs", "f64.neg", "f64.ceil", "f64.floor", "f64.trunc", "f64.nearest", "f64.sqrt",
	"f64.add", "f64.sub", "f64.mul", "f64.div", "f64.min", "f64.max", "f64.copysign",
	"i32.wrap_i64", "i32.trunc_f32_s", "i32.trunc_f32_u", "i32.trunc_f64_s", "i32.trunc_f64_u",
	"i64.extend_i32_s", "i64.extend_i32_u", "i64.trunc_f32_s", "i64.trunc_f32_u", "i64.trunc_f64_s", "i64.trunc_f64_u",
	"f32.convert_i32_s", "f32.convert_i32_u", "f32.convert_i64_s", "f32.convert_i64_u", "f32.demote_f64",
	"f64.convert_i32_s", "f64.convert_i32_u", "f64.convert_i64_s", "f64.convert_i64_u", "f64.promote_f32",
	"i32.reinterpret_f32", "i64.reinterpret_f64", "f32.reinterpret_i32", "f64.reinterpret_i64",
	"i32.extend8_s", "i32.extend16_s", "i64.extend8_s", "i64.extend16_s", "i64.extend32_s",
}

// saturating names the instructions from I32TruncSatF32S on.
var saturating = [...]string{
	"i32.trunc_sat_f32_s", "i32.trunc_sat_f32_u", "i32.trunc_sat_f64_s", "i32.trunc_sat_f64_u",
	"i64.trunc_sat_f32_s", "i64.trunc_sat_f32_u", "i64.trunc_sat_f64_s", "i64.trunc_sat_f64_u",
}

// others holds the instructions outside these ranges.
var others = map[Op]opInfo{
	Unreachable: {"unreachable", none, 0},
	Block:       {"block", blockType, 0},
	Loop:        {"loop", blockType, 0},
	If:          {"if", blockType, 0},
	Else:        {"else", none, 0},
	End:         {"end", none, 0},
	Br:          {"br", label, 0},
	BrIf:        {"br_if", label, 0},
	Return:      {"return", none, 0},
	Call:        {"call", funcIndex, 0},
	Drop:        {"drop", none, 0},
	Select:      {"select", none, 0},
	LocalGet:    {"local.get", localIndex, 0},
	LocalSet:    {"local.set", localIndex, 0},
	LocalTee:    {"local.tee", localIndex, 0},
	I32Const:    {"i32.const", i32Const, 0},
	I64Const:    {"i64.const", i64Const, 0},
	F32Const:    {"f32.const", f32Const, 0},
	F64Const:    {"f64.const", f64Const, 0},

	I32Load:    {"i32.load", memArg, 2},
	I64Load:    {"i64.load", memArg, 3},
	F32Load:    {"f32.load", memArg, 2},
	F64Load:    {"f64.load", memArg, 3},
	I32Load8S:  {"i32.load8_s", memArg, 0},
	I32Load8U:  {"i32.load8_u", memArg, 0},
	I32Load16S: {"i32.load16_s", memArg, 1},
	I32Load16U: {"i32.load16_u", memArg, 1},
	I32Store:   {"i32.store", memArg, 2},
	I64Store:   {"i64.store", memArg, 3},
	F32Store:   {"f32.store", memArg, 2},
	F64Store:   {"f64.store", memArg, 3},
	I32Store8:  {"i32.store8", memArg, 0},
	I32Store16: {"i32.store16", memArg, 1},
	MemoryCopy: {"memory.copy", twoZeroBytes, 0},

	I32AtomicRmwAdd: {"i32.atomic.rmw.add", memArg, 2},
	I32AtomicRmwSub: {"i32.atomic.rmw.sub", memArg, 2},

	I32AtomicRmwCmpxchg:    {"i32.atomic.rmw.cmpxchg", memArg, 2},
	I64AtomicRmwCmpxchg:    {"i64.atomic.rmw.cmpxchg", memArg, 3},
	I32AtomicRmw8CmpxchgU:  {"i32.atomic.rmw8.cmpxchg_u", memArg, 0},
	I32AtomicRmw16CmpxchgU: {"i32.atomic.rmw16.cmpxchg_u", memArg, 1},
}

// row is an instruction with what is known of it.
type row struct {
	op Op
	opInfo
}

// rows hold all instructions by the lower bits of their opcodes, in which prefixes differ.
var rows = func() (all [8 << 8]row) {
	for i, name := range arithmetic {
		o := I32Eqz + Op(i)
		*o.row(&all) = row{o, opInfo{name: name}}
	}
	for i, name := range saturating {
		o := I32TruncSatF32S + Op(i)
		*o.row(&all) = row{o, opInfo{name: name}}
	}
	for _, table := range []map[Op]opInfo{vectors, others} {
		for o, info := range table {
			*o.row(&all) = row{o, info}
		}
	}
	return all
}()

func (o Op) row(all *[8 << 8]row) *row { return &all[int(o)%len(all)] }

// info returns what is known of o. Encoding asks for each instruction of a program.
func (o Op) info() opInfo {
	if r := o.row(&rows); r.op == o {
		return r.opInfo
	}
	return opInfo{}
}

// IsLocal reports whether the immediate is a local index.
func (o Op) IsLocal() bool { return LocalGet <= o && o <= LocalTee }

// String returns the instruction's name in the text format.
func (o Op) String() string { return o.info().name }
