package host

import (
	"fmt"
	"math"

	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// border is where values cross between a caller and an entry point.
type border struct {
	name     string
	function api.Function
	params   []entry.Param
	results  []entry.Param
	vars     []variable // parameters of the function
	outs     map[name.Name]int
	ins      map[name.Name]int

	// The stack of a call: the first thread's record, path 0, and the parameters; results
	// replace these. given is the stack before the call, which holds sizes among the parameters.
	stack, given []uint64
}

// variable is a parameter of a function.
type variable struct {
	image.Var
	arg int // the number of the argument that it holds, or -1: it is a size
}

// leading is the number of parameters of compiled functions before their own.
const leading = 2

func newBorder(e *image.Entry, f api.Function) (*border, error) {
	if f == nil {
		return nil, fmt.Errorf("the code of entry point %s is missing; compile the program again", e.Name)
	}
	b := &border{name: e.Name, function: f, outs: map[name.Name]int{}, ins: map[name.Name]int{}}
	args := map[name.Name]int{}
	for i, p := range e.Params {
		b.params = append(b.params, p.Param)
		args[p.Var] = i
	}
	for _, r := range e.Results {
		b.results = append(b.results, r.Param)
	}
	for i, v := range e.Vars {
		arg, ok := args[v.Name]
		if !ok {
			arg = -1
		}
		b.vars = append(b.vars, variable{v, arg})
		b.ins[v.Name] = leading + i
	}
	for i, v := range e.Outs {
		b.outs[v.Name] = i
	}
	b.stack = make([]uint64, max(leading+len(e.Vars), len(e.Outs)))
	b.given = make([]uint64, len(b.stack))
	return b, nil
}

// pass checks the arguments, copies the arrays among them into memory, and lays out the
// stack for a call.
func (x *Instance) pass(b *border, args []value.Value) error {
	sizes, err := entry.Sizes(b.params, args)
	if err != nil {
		return err
	}
	clear(b.stack)
	b.stack[0] = uint64(x.threads[0].record)
	for i, p := range b.vars {
		at := &b.stack[leading+i]
		if p.arg < 0 {
			size, ok := sizes[p.Name]
			if !ok {
				return fmt.Errorf("entry point %s: no argument gives parameter %s", b.name, p.Name)
			}
			*at = uint64(size)
			continue
		}
		arg := args[p.arg]
		if !p.Block {
			*at = encode(arg.Scalar())
			continue
		}
		block, err := x.copyIn(arg, b.argument(p))
		if err != nil {
			return err
		}
		*at = uint64(block)
	}
	copy(b.given, b.stack)
	return nil
}

// argument returns the name by which messages refer to the argument in a variable.
func (b *border) argument(v variable) string {
	if n := b.params[v.arg].Name; n != "" {
		return n
	}
	return v.Name.Base
}

// copyIn copies an array to a new block.
func (x *Instance) copyIn(v value.Value, what string) (uint32, error) {
	block, err := x.heap.block(uint64(len(v.Data)))
	if err != nil {
		return 0, &fault.Failure{Message: x.outOfMemory(int64(len(v.Data)), "argument "+what, err)}
	}
	copy(x.heap.mem[block:], v.Data)
	x.run.report.CopiedIn += int64(len(v.Data))
	return block, nil
}

// held returns what a variable of the function holds after a call.
func (b *border) held(n name.Name) uint64 {
	if i, ok := b.outs[n]; ok {
		return b.stack[i]
	}
	return b.given[b.ins[n]]
}

// results decodes the results of a call. Arrays remain where they are.
func (x *Instance) results(b *border) ([]value.Value, error) {
	out := make([]value.Value, len(b.results))
	for i, r := range b.results {
		if r.Dims == nil {
			out[i] = value.Scalar(decode(r.Elem, b.held(r.Var)))
			continue
		}
		shape := make([]int64, len(r.Dims))
		for d, dim := range r.Dims {
			shape[d] = dim.Size
			if !dim.Var.IsZero() {
				shape[d] = int64(b.held(dim.Var))
			}
		}
		size, err := value.Size(r.Elem, shape)
		if err != nil {
			return nil, fmt.Errorf("result %d of %s: %w", i, b.name, err)
		}
		v := value.Value{Elem: r.Elem, Shape: shape}
		block := b.held(r.Var) & math.MaxUint32
		if n := x.blockSize(uint32(block)); n < uint64(size) {
			return nil, &fault.Invalid{Message: fmt.Sprintf("result %d of %s, of type %s, is in a block of %d bytes", i, b.name, v.Type(), n)}
		}
		v.Data = x.heap.mem[block : block+uint64(size) : block+uint64(size)]
		x.run.report.CopiedOut += size
		out[i] = v
	}
	return out, nil
}

// blockSize returns the size of a block; 0 if block is not one. No compiled code may be
// running.
func (x *Instance) blockSize(block uint32) uint64 {
	if block == 0 || uint64(block) >= x.heap.limit {
		return 0
	}
	return x.heap.size(block)
}

// encode returns v as compiled code represents it; see package emit.
func encode(v scalar.Value) uint64 {
	switch {
	case v.Type == scalar.F16:
		return scalar.Convert(scalar.F32, v).Bits
	case v.Type.IsFloat() || v.Type.Size() == 8:
		return v.Bits
	}
	return uint64(uint32(v.Int()))
}

// decode is the inverse of encode. It ignores bits beyond the size of t.
func decode(t scalar.Type, bits uint64) scalar.Value {
	switch {
	case t == scalar.F16:
		return scalar.Convert(t, scalar.Value{Type: scalar.F32, Bits: bits & (1<<32 - 1)})
	case t == scalar.Bool:
		return scalar.Value{Type: t, Bits: bits & 1}
	}
	return scalar.Value{Type: t, Bits: bits & (1<<(8*t.Size()) - 1)}
}
