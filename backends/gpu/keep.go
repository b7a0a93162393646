package gpu

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

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
