package wasm

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// pass checks the arguments, copies the arrays among them into memory, and lays out the
// stack for a call of f: the first thread's record, path 0, and f's parameters. The stack
// also has space for the results.
func (x *executable) pass(f *imp.Fun, args []value.Value) ([]uint64, error) {
	sizes, err := entry.Sizes(entry.FromImp(f), args)
	if err != nil {
		return nil, err
	}
	given := map[name.Name]value.Value{}
	for i, p := range f.Entry.Params {
		given[p.Var] = args[i]
	}
	stack := make([]uint64, max(2+len(f.Params), len(f.Results)))
	stack[0] = uint64(x.threads[0].record)
	for i, p := range f.Params {
		arg, ok := given[p.Name]
		switch size, isSize := sizes[p.Name]; {
		case ok && p.Type.IsBlock():
			block, err := x.copyIn(arg, argumentName(f, p.Name))
			if err != nil {
				return nil, err
			}
			stack[2+i] = uint64(block)
		case ok:
			stack[2+i] = encode(arg.Scalar())
		case isSize:
			stack[2+i] = uint64(size)
		default:
			return nil, fmt.Errorf("entry point %s: no argument gives parameter %s", f.Name, p.Name)
		}
	}
	return stack, nil
}

// argumentName returns the name by which messages refer to the argument in a variable.
func argumentName(f *imp.Fun, n name.Name) string {
	for _, p := range f.Entry.Params {
		if p.Var == n && p.Name != "" {
			return p.Name
		}
	}
	return n.Base
}

// copyIn copies an array to a new block.
func (x *executable) copyIn(v value.Value, what string) (uint32, error) {
	block, err := x.heap.block(uint64(len(v.Data)))
	if err != nil {
		return 0, &fault.Failure{Message: x.outOfMemory(int64(len(v.Data)), "argument "+what, err)}
	}
	copy(x.heap.mem[block:], v.Data)
	x.run.report.CopiedIn += int64(len(v.Data))
	return block, nil
}

// results decodes f's results from the stack and copies arrays out of memory. given is the
// stack before the call, which holds sizes among the parameters.
func (x *executable) results(f *imp.Fun, given, stack []uint64) ([]value.Value, error) {
	vars := map[name.Name]uint64{}
	for i, p := range f.Params {
		vars[p.Name] = given[2+i]
	}
	for i, r := range f.Results {
		vars[r.Name] = stack[i]
	}
	out := make([]value.Value, len(f.Entry.Results))
	for i, r := range f.Entry.Results {
		if r.Shape == nil {
			out[i] = value.Scalar(decode(r.Elem, vars[r.Var]))
			continue
		}
		shape := make([]int64, len(r.Shape))
		for d, e := range r.Shape {
			switch e := e.(type) {
			case *imp.Const:
				shape[d] = e.Value.Int()
			case *imp.Var:
				shape[d] = int64(vars[e.Name])
			}
		}
		size, err := value.Size(r.Elem, shape)
		if err != nil {
			return nil, fmt.Errorf("result %d of %s: %w", i, f.Name, err)
		}
		v := value.Value{Elem: r.Elem, Shape: shape}
		block := uint64(uint32(vars[r.Var]))
		if n := x.blockSize(uint32(block)); n < uint64(size) {
			return nil, &fault.Invalid{Message: fmt.Sprintf("result %d of %s, of type %s, is in a block of %d bytes", i, f.Name, v.Type(), n)}
		}
		v.Data = append([]byte{}, x.heap.mem[block:block+uint64(size)]...) // append avoids zeroing
		x.run.report.CopiedOut += size
		out[i] = v
	}
	return out, nil
}

// blockSize returns the size of a block; 0 if block is not one. No compiled code may be
// running.
func (x *executable) blockSize(block uint32) uint64 {
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
