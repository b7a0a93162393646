package gpu

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
)

// kept are arrays that stay in the device's memory between runs, by where the host has
// them.
type kept map[*byte]*block

// Keep copies the arrays among args that the entry point does not overwrite to the
// device, see backend.Keeper.
func (x *executable) Keep(ctx context.Context, entry string, args []value.Value) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.forget()
	if x.closed {
		return errors.New("the executable is closed")
	}
	f := x.prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return fault.Failf("the program has no entry point %q", entry)
	}
	for i, v := range args[:min(len(args), len(f.Entry.Params))] {
		if q := f.Entry.Params[i]; q.Shape == nil || q.Unique || len(v.Data) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := x.keep(v); err != nil {
			x.forget()
			return fmt.Errorf("backend %s: keeping argument %s: %w", x.name, argumentName(f, i), err)
		}
	}
	return x.device.Finish()
}

func (x *executable) keep(v value.Value) error {
	at := unsafe.SliceData(v.Data)
	if x.kept[at] != nil {
		return nil
	}
	b, err := x.pool.take(int64(len(v.Data)))
	if err != nil {
		return err
	}
	if x.kept == nil {
		x.kept = kept{}
	}
	b.refs = 1
	x.kept[at] = b
	return x.device.Write(b.mem, 0, v.Data)
}

// forget gives back what is kept.
func (x *executable) forget() {
	for at, b := range x.kept {
		x.pool.give(b)
		delete(x.kept, at)
	}
}

// argument is a block of an array: one that is kept, or a copy.
func (r *run) argument(f *imp.Fun, i int, v value.Value) (b *block, copied int64) {
	if b := r.x.kept[unsafe.SliceData(v.Data)]; b != nil && !f.Entry.Params[i].Unique && b.bytes == int64(len(v.Data)) {
		r.x.pool.blocks++ // as if it had been made for the run
		return b, 0
	}
	return r.copyIn(v, argumentName(f, i)), int64(len(v.Data))
}

// lasting is an array in the device's memory that outlives the run that made it.
type lasting struct {
	x       *executable // that made it
	mem     hardware.Memory
	bytes   int64 // of the array
	size    int64 // reserved
	context int   // that the memory belongs to
}

// RunResident runs an entry point whose arguments and results may be in the device's memory,
// see backend.Resident.
func (x *executable) RunResident(ctx context.Context, entry string, args []backend.Array) ([]backend.Array, *backend.Report, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	values, given := make([]value.Value, len(args)), make([]*lasting, len(args))
	for i, a := range args {
		values[i] = a.Value
		if a.On == nil {
			continue
		}
		s, ok := a.On.(*lasting)
		switch {
		case !ok || s.x.device.Common() != x.device.Common():
			return nil, &backend.Report{}, fmt.Errorf("backend %s: argument %d is in the memory of another device", x.name, i)
		case s.lost():
			return nil, &backend.Report{}, fmt.Errorf("backend %s: argument %d is gone: %w since it was made", x.name, i, hardware.ErrLost)
		}
		given[i] = s
	}
	r, results, report, err := x.run(ctx, entry, values, given, true)
	if r == nil {
		return nil, report, err
	}
	if err != nil {
		for _, s := range r.left {
			s.Free()
		}
		return nil, report, err
	}
	out := make([]backend.Array, len(results))
	for i, v := range results {
		out[i].Value = v
		if s := r.left[i]; s != nil {
			out[i].On = s
		}
	}
	return out, report, nil
}

// Store copies an array to the device's memory, see backend.Resident.
func (x *executable) Store(ctx context.Context, v value.Value) (backend.Array, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return backend.Array{}, err
	}
	b, err := x.pool.obtain(int64(len(v.Data)))
	if err != nil {
		return backend.Array{}, fmt.Errorf("backend %s: reserving %d bytes: %w", x.name, len(v.Data), err)
	}
	s := &lasting{x: x, mem: b.mem, bytes: b.bytes, size: b.size, context: x.device.Common().Context()}
	if err := x.device.Write(b.mem, 0, v.Data); err != nil {
		s.Free()
		return backend.Array{}, fmt.Errorf("backend %s: copying an array to the device: %w", x.name, err)
	}
	v.Data = nil
	return backend.Array{Value: v, On: s}, nil
}

// resident is the block of an argument that is in the device's memory, or nil. The program may
// overwrite what it consumes, so of that it gets a copy.
func (r *run) resident(f *imp.Fun, i int) (*block, int64) {
	if i >= len(r.given) || r.given[i] == nil {
		return nil, 0
	}
	s := r.given[i]
	r.x.pool.blocks++
	b := &block{mem: s.mem, bytes: s.bytes, size: s.size, refs: 1} // one reference more than the run's: it is never given out
	if !f.Entry.Params[i].Unique {
		return b, 0
	}
	return r.duplicate(b, s.bytes, "argument "+argumentName(f, i)), 0
}

// duplicate is a copy of the first bytes of a block.
func (r *run) duplicate(b *block, bytes int64, what string) *block {
	to, err := r.take(bytes, general)
	r.do("reserving memory for "+what, err)
	switch {
	case b.here:
		r.do("copying "+what, r.x.device.Write(to.mem, 0, b.host[:bytes]))
	case bytes > 0:
		r.do("copying "+what, r.x.device.Copy(to.mem, b.mem, 0, 0, bytes))
	}
	return to
}

// leave keeps result i, which is in a block, in the device's memory. The block may be that of an
// argument or of another result, too; then the result is a copy.
func (r *run) leave(i int, v value.Value, b *block) value.Value {
	bytes, err := value.Size(v.Elem, v.Shape)
	if err != nil {
		panic(stop{fmt.Errorf("result %d: %w", i, err)})
	}
	if bytes == 0 {
		v.Data = []byte{}
		return v
	}
	r.inside(b, 0, bytes)
	if b.host != nil || !r.owns(b) {
		b = r.duplicate(b, bytes, "a result")
	}
	b.refs++ // it is not given back when the run ends
	r.x.pool.inUse -= b.size
	r.x.pool.asked -= b.bytes
	if r.left == nil {
		r.left = map[int]*lasting{}
	}
	r.left[i] = &lasting{x: r.x, mem: b.mem, bytes: bytes, size: b.size, context: r.x.device.Common().Context()}
	return v
}

// owns reports whether a block is the run's, and of no result before.
func (r *run) owns(b *block) bool {
	for _, s := range r.given {
		if s != nil && s.mem == b.mem {
			return false
		}
	}
	for _, s := range r.left {
		if s.mem == b.mem {
			return false
		}
	}
	for _, k := range r.x.kept {
		if k == b {
			return false
		}
	}
	return true
}

// lost reports whether the context that the memory was in is gone.
func (s *lasting) lost() bool { return s.context != s.x.device.Common().Context() }

// Read copies the array to the host.
func (s *lasting) Read() ([]byte, error) {
	s.x.mu.Lock()
	defer s.x.mu.Unlock()
	data := make([]byte, s.bytes)
	if err := s.x.device.Read(data, s.mem, 0); err != nil {
		return nil, fmt.Errorf("backend %s: copying an array from the device: %w", s.x.name, err)
	}
	return data, nil
}

// Free leaves the memory to other runs. The last that used it has finished.
func (s *lasting) Free() {
	if !s.lost() {
		s.x.device.Common().Reserve.Add(map[int64][]hardware.Memory{s.size: {s.mem}})
	}
}
