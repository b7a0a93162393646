package gpu

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/core/scalar"
)

// The host part is code: instructions on places, which hold the bit patterns of scalars, and jumps
// between them. A kernel's launch may wait for a hundred of them, and a program's own loops over
// scalars for millions. Constants have places, too. Scalars that no instruction computes, such as a
// load, closures do, and so does all that is not about scalars.

// instruction sets the scalar in a place from those in others, or jumps.
type instruction struct {
	do          action
	unused      uint8 // bits of the operands beyond their type's: the sign of an integer moves up by as many
	to, x, y, z int32
	mask        uint64 // bits of the result's type
}

// action is what an instruction does. Integers are zero-extended.
type action uint8

const (
	none     action = iota
	evaluate        // the result of closure z
	perform         // step z
	apply           // operator z of those that a function computes
	convert         // conversion z of those that a function computes
	move

	add
	subtract
	multiply
	multiplySaturating // on i64s
	and
	or
	xor
	not
	negate
	shiftLeft
	shiftRight
	shiftRightSigned
	quotient // of an operator z that says what is wrong, as all that divide
	quotientSigned
	quotientFloor
	remainder
	remainderSigned
	remainderFloor
	least
	leastSigned
	most
	mostSigned
	less
	lessSigned
	atMost
	atMostSigned
	equal
	unequal
	choose // y if x, else z
	extend // a signed integer to a wider or narrower one

	addF64
	subtractF64
	multiplyF64
	divideF64
	lessF64
	atMostF64
	equalF64
	unequalF64
	addF32
	subtractF32
	multiplyF32
	divideF32
	lessF32
	atMostF32
	equalF32
	unequalF32
	toF64  // an integer that is no u64
	toF32  // likewise
	widen  // an f32 to an f64
	narrow // an f64 to an f32

	jump // to z, as all that jump
	jumpIf
	jumpUnless
	jumpLess
	jumpLessSigned
	jumpAtMost
	jumpAtMostSigned
	jumpEqual
	jumpUnequal
	begin // a loop whose iterations y counts and to shows: jumps if its bound x is 0 or has the sign that mask is
	again // counts an iteration, and jumps if there is another
	poll  // ends a run that was cancelled
)

// signed is the integer with a bit pattern.
func (in *instruction) signed(x uint64) int64 { return int64(x<<(in.unused&63)) >> (in.unused & 63) }

// up has the order of the signed integers with bit patterns.
func (in *instruction) up(x uint64) int64 { return int64(x << (in.unused & 63)) }

// execute runs code.
func (r *run) execute(code []instruction) {
	s := r.scalars
	for pc := uint(0); pc < uint(len(code)); {
		in := &code[pc]
		pc++
		x, y := s[in.x], s[in.y]
		var v uint64
		switch in.do {
		case evaluate:
			v = r.x.host.closures[in.z](r)
		case perform:
			r.x.host.steps[in.z](r)
			continue
		case apply:
			a := &r.x.host.applied[in.z]
			v = r.apply(a, x, y, s[a.third])
		case convert:
			c := &r.x.host.conversions[in.z]
			v = scalar.Convert(c.to, scalar.Value{Type: c.from, Bits: x}).Bits
		case move:
			v = x

		case add:
			v = (x + y) & in.mask
		case subtract:
			v = (x - y) & in.mask
		case multiply:
			v = x * y & in.mask
		case multiplySaturating:
			high, low := bits.Mul64(uint64(max(int64(x), 0)), uint64(max(int64(y), 0)))
			if v = low; high != 0 || low > math.MaxInt64 {
				v = math.MaxInt64
			}
		case and:
			v = x & y
		case or:
			v = x | y
		case xor:
			v = x ^ y
		case not:
			v = ^x & in.mask
		case negate:
			v = -x & in.mask
		case shiftLeft:
			v = x << y & in.mask
		case shiftRight:
			v = x >> y
		case shiftRightSigned:
			v = uint64(in.signed(x)>>y) & in.mask
		case quotient, quotientSigned, quotientFloor, remainder, remainderSigned, remainderFloor:
			if y == 0 {
				r.undefined(&r.x.host.applied[in.z], x, y)
			}
			v = divide(in, x, y)
		case least:
			v = min(x, y)
		case leastSigned:
			if v = y; in.up(x) < in.up(y) {
				v = x
			}
		case most:
			v = max(x, y)
		case mostSigned:
			if v = y; in.up(x) > in.up(y) {
				v = x
			}
		case less:
			v = truth(x < y)
		case lessSigned:
			v = truth(in.up(x) < in.up(y))
		case atMost:
			v = truth(x <= y)
		case atMostSigned:
			v = truth(in.up(x) <= in.up(y))
		case equal:
			v = truth(x == y)
		case unequal:
			v = truth(x != y)
		case choose:
			if v = y; x == 0 {
				v = s[in.z]
			}
		case extend:
			v = uint64(in.signed(x)) & in.mask

		case addF64:
			v = bits64(f64(x) + f64(y))
		case subtractF64:
			v = bits64(f64(x) - f64(y))
		case multiplyF64:
			v = bits64(f64(x) * f64(y))
		case divideF64:
			v = bits64(f64(x) / f64(y))
		case lessF64:
			v = truth(f64(x) < f64(y))
		case atMostF64:
			v = truth(f64(x) <= f64(y))
		case equalF64:
			v = truth(f64(x) == f64(y))
		case unequalF64:
			v = truth(f64(x) != f64(y))
		case addF32:
			v = bits32(f32(x) + f32(y))
		case subtractF32:
			v = bits32(f32(x) - f32(y))
		case multiplyF32:
			v = bits32(f32(x) * f32(y))
		case divideF32:
			v = bits32(f32(x) / f32(y))
		case lessF32:
			v = truth(f32(x) < f32(y))
		case atMostF32:
			v = truth(f32(x) <= f32(y))
		case equalF32:
			v = truth(f32(x) == f32(y))
		case unequalF32:
			v = truth(f32(x) != f32(y))
		case toF64:
			v = math.Float64bits(float64(in.signed(x)))
		case toF32:
			v = uint64(math.Float32bits(float32(in.signed(x))))
		case widen:
			v = bits64(float64(f32(x)))
		case narrow:
			v = bits32(float32(f64(x)))

		case jump:
			pc = uint(in.z)
			continue
		case jumpIf:
			if x != 0 {
				pc = uint(in.z)
			}
			continue
		case jumpUnless:
			if x == 0 {
				pc = uint(in.z)
			}
			continue
		case jumpLess:
			if x < y {
				pc = uint(in.z)
			}
			continue
		case jumpLessSigned:
			if in.up(x) < in.up(y) {
				pc = uint(in.z)
			}
			continue
		case jumpAtMost:
			if x <= y {
				pc = uint(in.z)
			}
			continue
		case jumpAtMostSigned:
			if in.up(x) <= in.up(y) {
				pc = uint(in.z)
			}
			continue
		case jumpEqual:
			if x == y {
				pc = uint(in.z)
			}
			continue
		case jumpUnequal:
			if x != y {
				pc = uint(in.z)
			}
			continue
		case begin:
			if x == 0 || x&in.mask != 0 {
				pc = uint(in.z)
				continue
			}
			s[in.y] = 0
		case again:
			if r.cancelled.Load() {
				r.poll()
			}
			if v = y + 1; v >= x {
				continue
			}
			s[in.y] = v
			pc = uint(in.z)
		case poll:
			r.poll()
			continue
		}
		s[in.to] = v
	}
}

// truth is the bit pattern of a bool.
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func f64(x uint64) float64 { return math.Float64frombits(x) }

func f32(x uint64) float32 { return math.Float32frombits(uint32(x)) }

// bits64 is the bit pattern of an f64. All that are no numbers have one.
func bits64(x float64) uint64 {
	if x != x {
		return notF64
	}
	return math.Float64bits(x)
}

func bits32(x float32) uint64 {
	if x != x {
		return notF32
	}
	return uint64(math.Float32bits(x))
}

// The bit patterns of what is no number.
const (
	notF64 = 0x7ff8000000000000
	notF32 = 0x7fc00000
)
