package host

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
)

// stop ends a run from within compiled code: the host raises it as a panic, which the
// engine turns into the error of the call.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }

// Unwrap returns the error that the run ends with.
func (s *stop) Unwrap() error { return s.err }

// provide defines the functions that the module imports.
func (x *Instance) provide(ctx context.Context, imports []api.FunctionDefinition) error {
	functions := map[string]api.GoFunc{
		"alloc":    x.hostAlloc,
		"refill":   x.hostRefill,
		"free":     func(_ context.Context, s []uint64) { x.heap.free(uint32(s[0])) },
		"fail":     x.hostFail,
		"poll":     x.hostPoll,
		"parallel": x.hostParallel,
		"fma":      hostFma,
	}
	if len(imports) == 0 {
		return nil
	}
	builder := x.runtime.NewHostModuleBuilder(image.HostModule)
	for _, i := range imports {
		module, name, _ := i.Import()
		f, ok := functions[name]
		if module != image.HostModule || !ok {
			return fmt.Errorf("the program imports %s.%s, which there is not; compile it again", module, name)
		}
		builder.NewFunctionBuilder().WithGoFunction(f, i.ParamTypes(), i.ResultTypes()).Export(name)
	}
	_, err := builder.Instantiate(ctx)
	return err
}

// hostFma (x, y, z) returns x·y + z, rounded once.
func hostFma(_ context.Context, stack []uint64) {
	x, y, z := math.Float64frombits(stack[0]), math.Float64frombits(stack[1]), math.Float64frombits(stack[2])
	stack[0] = math.Float64bits(math.FMA(x, y, z))
}

// hostAlloc (thread, bytes, site, path) allocates a block that is too large for an arena,
// or fails.
func (x *Instance) hostAlloc(_ context.Context, stack []uint64) {
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
func (x *Instance) hostRefill(_ context.Context, stack []uint64) {
	record := uint64(uint32(stack[0]))
	start, err := x.heap.take(image.ArenaSize)
	if err != nil {
		panic(&stop{x.allocFailure(int64(stack[1]), uint32(stack[2]), uint32(stack[3]), err)})
	}
	x.heap.mu.Lock()
	x.heap.arenas++
	x.heap.mu.Unlock()
	x.heap.put32(record+image.ThreadBump, uint32(start))
	x.heap.put32(record+image.ThreadLimit, uint32(start+image.ArenaSize))
}

func (x *Instance) allocFailure(bytes int64, site, path uint32, cause error) error {
	s := x.image.Sites[site]
	return &fault.Failure{
		Message: x.outOfMemory(bytes, s.What, cause),
		Trace:   append(s.Trace[:len(s.Trace):len(s.Trace)], x.image.Paths.Calls(s.Fun, uint64(path))...),
	}
}

// outOfMemory describes what was too large, and the remedy.
func (x *Instance) outOfMemory(bytes int64, what string, cause error) string {
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
	return fmt.Sprintf("out of memory: %s needs %s (%d bytes); %s of at most %s are in use: %v. Use smaller inputs, or a backend without 32-bit addresses (c, opencl or cuda)",
		what, sizeText(bytes), bytes, sizeText(int64(used)), sizeText(maxMemory), cause)
}

// hostFail (thread, path, site) ends the run with a failed assertion.
func (x *Instance) hostFail(_ context.Context, stack []uint64) {
	record, path := uint64(uint32(stack[0])), stack[1]&(1<<32-1)
	s := x.image.Sites[uint32(stack[2])]
	var message strings.Builder
	arg := record + image.ThreadArgs
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
		Trace:   append(s.Trace[:len(s.Trace):len(s.Trace)], x.image.Paths.Calls(s.Fun, path)...),
	}})
}

// stored returns the scalar in the low bits of bits.
func stored(t scalar.Type, bits uint64) scalar.Value {
	return scalar.Value{Type: t, Bits: bits & (1<<(8*t.Size()) - 1)}
}
