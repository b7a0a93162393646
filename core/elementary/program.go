package elementary

// Op is an operation of a program. Values are words of 64 bits: floats (f64),
// integers, or masks, which are all ones or all zeros.
type Op uint8

// The operations. Those marked scalar have no vector form, and stand only in
// what a guard keeps away from vectors.
const (
	_     Op = iota
	Param    // operand number Imm
	Const    // the word Imm

	// Floats; each result is the exact one, rounded to nearest, ties to even.
	Add
	Sub
	Mul
	Div
	Sqrt
	Abs
	Neg
	Nearest // to the nearest integer, ties to the even one
	Trunc
	Copysign // the magnitude of the first with the sign of the second

	// Integers and bit patterns.
	IAdd
	ISub
	And
	Or
	Xor
	Shl     // by Imm bits
	Shr     // by Imm bits, zeros moving in
	IMul    // scalar
	ShlBy   // scalar: by the second operand, which is less than 64
	ShrBy   // scalar
	ToFloat // scalar: signed integer to float
	LeadingZeros

	// Masks.
	Lt
	Le
	Eq
	IEq
	ILt // scalar: signed

	Select // the second operand where the first, a mask, is set, else the third

	If     // the results of Then or Else, as the operand, a mask, says
	Guard  // like If; but a vector goes on with Then only if the mask is set in all lanes, and is else computed lane by lane
	Result // result number Imm of the operand, which is an If or a Guard

	numOps
)

// Kind is the role of a word.
type Kind uint8

// The kinds.
const (
	Float Kind = iota
	Int
	Mask
)

// Node is an operation in a program.
type Node struct {
	Op         Op
	Kind       Kind // of the result
	Args       []*Node
	Imm        uint64
	Then, Else *Block  // of If and Guard
	Outs       []*Node // of If and Guard: the Result nodes
	Uses       int     // how many operands and results it is
	ID         int     // unique in the program, counting from 0
}

// Block is a sequence of operations. An operand is of the same block and
// stands earlier, or of a block around it.
type Block struct {
	Nodes   []*Node
	Results []*Node
}

// Program computes a float from floats.
type Program struct {
	Name   string
	Params int
	Body   *Block // with one result
	Size   int    // the number of nodes

	code []instr // for Eval
	regs []uint64
}
