package wasm

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
)

// stop ends a run from within compiled code: the host raises it as a panic, which the
// engine turns into the error of the call.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }

// Unwrap returns the error that the run ends with.
func (s *stop) Unwrap() error { return s.err }

// importHost defines the functions that the module imports.
func (x *executable) importHost(ctx context.Context) error {
	host := map[string]api.GoFunc{
		"alloc":    x.hostAlloc,
		"refill":   x.hostRefill,
		"free":     func(_ context.Context, s []uint64) { x.heap.free(uint32(s[0])) },
		"fail":     x.hostFail,
		"poll":     x.hostPoll,
		"parallel": x.hostParallel,
	}
	scalars := map[string]api.GoFunc{}
	for _, s := range x.unit.Scalars {
		scalars[s.Name] = operator(s.Op, s.Type)
	}
	for module, funcs := range map[string]map[string]api.GoFunc{emit.HostModule: host, emit.ScalarModule: scalars} {
		builder := x.runtime.NewHostModuleBuilder(module)
		used := false
		for _, i := range x.unit.Module.Imports {
			if i.Module == module {
				used = true
				builder.NewFunctionBuilder().WithGoFunction(funcs[i.Name], types(i.Type.Params), types(i.Type.Results)).Export(i.Name)
			}
		}
		if !used {
			continue
		}
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

func types(ts []code.ValType) []api.ValueType {
	out := make([]api.ValueType, len(ts))
	for i, t := range ts {
		out[i] = api.ValueType(t)
	}
	return out
}

// operator returns core/scalar's o at type t as a host function.
func operator(o scalar.Op, t scalar.Type) api.GoFunc {
	apply := o.Func(t)
	var operand [3]scalar.Type
	arity := o.Info().Arity()
	for i := range arity {
		operand[i] = o.ParamType(t, i)
	}
	return func(_ context.Context, stack []uint64) {
		var args [3]scalar.Value
		for i := range arity {
			args[i] = decode(operand[i], stack[i])
		}
		stack[0] = encode(apply(args[0], args[1], args[2]))
	}
}

// hostAlloc (thread, bytes, site, path) allocates a block that is too large for an arena,
// or fails.
func (x *executable) hostAlloc(_ context.Context, stack []uint64) {
	bytes := int64(stack[1])
	err := errFull
	if 0 <= bytes && bytes < maxMemory {
		var block uint32
		if block, err = x.heap.block(uint64(bytes)); err == nil {
			stack[0] = uint64(block)
			return
		}
	}
	panic(&stop{x.allocFailure(bytes, uint32(stack[2]), uint32(stack[3]), err)})
}

// hostRefill (thread, bytes, site, path) gives the thread a new arena.
func (x *executable) hostRefill(_ context.Context, stack []uint64) {
	record := uint64(uint32(stack[0]))
	start, err := x.heap.take(emit.ArenaSize)
	if err != nil {
		panic(&stop{x.allocFailure(int64(stack[1]), uint32(stack[2]), uint32(stack[3]), err)})
	}
	x.heap.mu.Lock()
	x.heap.arenas++
	x.heap.mu.Unlock()
	x.heap.put32(record+emit.ThreadBump, uint32(start))
	x.heap.put32(record+emit.ThreadLimit, uint32(start+emit.ArenaSize))
}

func (x *executable) allocFailure(bytes int64, site, path uint32, cause error) error {
	s := x.unit.Sites[site]
	return &fault.Failure{
		Message: x.outOfMemory(bytes, s.What, cause),
		Trace:   append(s.Trace[:len(s.Trace):len(s.Trace)], x.unit.Paths.Calls(s.Fun, uint64(path))...),
	}
}

// outOfMemory describes what was too large, and the remedy.
func (x *executable) outOfMemory(bytes int64, what string, cause error) string {
	if what == "" {
		what = "an intermediate array"
	}
	switch {
	case bytes < 0:
		return fmt.Sprintf("the size of %s is negative: %d bytes", what, bytes)
	case bytes == math.MaxInt64:
		return fmt.Sprintf("the size of %s in bytes is more than an i64 can hold", what)
	}
	x.heap.mu.Lock()
	used := x.heap.used
	x.heap.mu.Unlock()
	return fmt.Sprintf("out of memory: %s needs %s (%d bytes); %s of at most %s are in use: %v. Use smaller inputs, or a backend without 32-bit addresses (--backend interp, opencl or cuda)",
		what, sizeText(bytes), bytes, sizeText(int64(used)), sizeText(maxMemory), cause)
}

// hostFail (thread, path, site) ends the run with a failed assertion.
func (x *executable) hostFail(_ context.Context, stack []uint64) {
	record, path := uint64(uint32(stack[0])), stack[1]&(1<<32-1)
	s := x.unit.Sites[uint32(stack[2])]
	var message strings.Builder
	arg := record + emit.ThreadArgs
	for _, p := range s.Message {
		message.WriteString(p.Text)
		if p.Arg.IsValid() {
			bits := binary.LittleEndian.Uint64(x.heap.mem[arg:])
			message.WriteString(fault.Text(stored(p.Arg, bits)))
			arg += 8
		}
	}
	panic(&stop{&fault.Failure{
		Message: message.String(),
		Trace:   append(s.Trace[:len(s.Trace):len(s.Trace)], x.unit.Paths.Calls(s.Fun, path)...),
	}})
}

// stored returns the scalar in the low bits of bits.
func stored(t scalar.Type, bits uint64) scalar.Value {
	return scalar.Value{Type: t, Bits: bits & (1<<(8*t.Size()) - 1)}
}
