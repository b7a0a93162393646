package elementary

import (
	"math"
	"math/bits"
	"sync"
)

// instr is an operation on registers. Jumps go to instruction imm.
type instr struct {
	op      Op
	d, a, b uint16
	c       uint16
	imm     uint64
}

// Operations of the flat form only.
const (
	jump = numOps + iota
	jumpUnless
	move
)

// flatten makes the code for Eval. Registers are numbered like nodes; those of
// constants are set once.
func (p *Program) flatten() {
	p.regs = make([]uint64, p.Size)
	p.flattenBlock(p.Body)
}

func (p *Program) flattenBlock(block *Block) {
	for _, n := range block.Nodes {
		switch n.Op {
		case Const:
			p.regs[n.ID] = n.Imm
		case If, Guard:
			at := len(p.code)
			p.code = append(p.code, instr{op: jumpUnless, a: uint16(n.Args[0].ID)})
			p.flattenBlock(n.Then)
			p.moves(n, n.Then)
			end := len(p.code)
			p.code = append(p.code, instr{op: jump})
			p.code[at].imm = uint64(len(p.code))
			p.flattenBlock(n.Else)
			p.moves(n, n.Else)
			p.code[end].imm = uint64(len(p.code))
		case Result:
		default:
			in := instr{op: n.Op, d: uint16(n.ID), imm: n.Imm}
			for i, r := range []*uint16{&in.a, &in.b, &in.c}[:len(n.Args)] {
				*r = uint16(n.Args[i].ID)
			}
			p.code = append(p.code, in)
		}
	}
}

// moves puts the results of a branch into the registers of the nodes that
// stand for them, which follow the branching node.
func (p *Program) moves(n *Node, block *Block) {
	for i, r := range block.Results {
		p.code = append(p.code, instr{op: move, d: uint16(n.ID + 1 + i), a: uint16(r.ID)})
	}
}

// registers holds register files between evaluations.
var registers = sync.Pool{New: func() any { return new([]uint64) }}

// Eval computes the program's result. The operations are those of the
// machine's f64, none fused, so every machine gives the same bits.
func (p *Program) Eval(x, y float64) float64 {
	file := registers.Get().(*[]uint64)
	defer registers.Put(file)
	*file = append((*file)[:0], p.regs...)
	return p.run(*file, x, y)
}

func (p *Program) run(r []uint64, x, y float64) float64 {
	f := math.Float64frombits
	for at := 0; at < len(p.code); at++ {
		in := &p.code[at]
		switch in.op {
		case Param:
			r[in.d] = math.Float64bits(x)
			if in.imm == 1 {
				r[in.d] = math.Float64bits(y)
			}
		case Add:
			r[in.d] = math.Float64bits(f(r[in.a]) + f(r[in.b]))
		case Sub:
			r[in.d] = math.Float64bits(f(r[in.a]) - f(r[in.b]))
		case Mul:
			r[in.d] = math.Float64bits(f(r[in.a]) * f(r[in.b]))
		case Div:
			r[in.d] = math.Float64bits(f(r[in.a]) / f(r[in.b]))
		case Sqrt:
			r[in.d] = math.Float64bits(math.Sqrt(f(r[in.a])))
		case Abs:
			r[in.d] = r[in.a] &^ (1 << 63)
		case Neg:
			r[in.d] = r[in.a] ^ 1<<63
		case Nearest:
			r[in.d] = math.Float64bits(math.RoundToEven(f(r[in.a])))
		case Trunc:
			r[in.d] = math.Float64bits(math.Trunc(f(r[in.a])))
		case Copysign:
			r[in.d] = r[in.a]&^(1<<63) | r[in.b]&(1<<63)
		case IAdd:
			r[in.d] = r[in.a] + r[in.b]
		case ISub:
			r[in.d] = r[in.a] - r[in.b]
		case And:
			r[in.d] = r[in.a] & r[in.b]
		case Or:
			r[in.d] = r[in.a] | r[in.b]
		case Xor:
			r[in.d] = r[in.a] ^ r[in.b]
		case Shl:
			r[in.d] = r[in.a] << in.imm
		case Shr:
			r[in.d] = r[in.a] >> in.imm
		case IMul:
			r[in.d] = r[in.a] * r[in.b]
		case ShlBy:
			r[in.d] = r[in.a] << r[in.b]
		case ShrBy:
			r[in.d] = r[in.a] >> r[in.b]
		case ToFloat:
			r[in.d] = math.Float64bits(float64(int64(r[in.a])))
		case LeadingZeros:
			r[in.d] = uint64(bits.LeadingZeros64(r[in.a]))
		case Lt:
			r[in.d] = mask(f(r[in.a]) < f(r[in.b]))
		case Le:
			r[in.d] = mask(f(r[in.a]) <= f(r[in.b]))
		case Eq:
			r[in.d] = mask(f(r[in.a]) == f(r[in.b]))
		case IEq:
			r[in.d] = mask(r[in.a] == r[in.b])
		case ILt:
			r[in.d] = mask(int64(r[in.a]) < int64(r[in.b]))
		case Select:
			r[in.d] = r[in.c]
			if r[in.a] != 0 {
				r[in.d] = r[in.b]
			}
		case jump:
			at = int(in.imm) - 1
		case jumpUnless:
			if r[in.a] == 0 {
				at = int(in.imm) - 1
			}
		case move:
			r[in.d] = r[in.a]
		}
	}
	return f(r[p.Body.Results[0].ID])
}

func mask(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}
