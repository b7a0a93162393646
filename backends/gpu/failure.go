package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// The failure record (prelude/failure.c).
const (
	failureSite = 12
	failurePath = 24
)

// check ends the run if a kernel has failed.
func (r *run) check() {
	if !r.pending.failure {
		return
	}
	record := r.record
	r.do("reading the failure record", r.x.device.Read(record, r.x.failure.mem, 0))
	n := binary.LittleEndian.Uint32(record[failureSite:])
	if n == 0 {
		r.pending.failure = false
		return
	}
	s := r.x.unit.Sites[n-1]
	path := binary.LittleEndian.Uint64(record[failurePath:])
	var values []scalar.Value
	for i, t := range s.Values() {
		bits := binary.LittleEndian.Uint64(record[codegen.FailureHead+8*i:])
		values = append(values, scalar.Value{Type: t, Bits: bits & (1<<(8*t.Size()) - 1)})
	}
	message := ""
	if s.Alloc {
		message = r.x.threadMemory(values[0].Int(), s.What)
	} else {
		message = text(s.Message, values)
	}
	panic(stop{r.x.located(message, s.Trace, s.Fun, path)})
}

// text is the message of an assertion with its values.
func text(parts []imp.MessagePart, values []scalar.Value) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
		if p.Arg != nil {
			b.WriteString(fault.Text(values[0]))
			values = values[1:]
		}
	}
	return b.String()
}

// located is a failure in a function that was called by a path.
func (x *executable) located(message string, trace []source.Pos, fun string, path uint64) error {
	return &fault.Failure{
		Message: message,
		Trace:   append(trace[:len(trace):len(trace)], x.unit.Paths.Calls(fun, path)...),
	}
}

// impossible says of a size that no memory has room for it, or is "".
func impossible(bytes int64, what string) string {
	switch {
	case bytes < 0:
		return fmt.Sprintf("the size of %s is negative: %d bytes", what, bytes)
	case bytes == math.MaxInt64:
		return fmt.Sprintf("the size of %s in bytes is more than an i64 can hold", what)
	}
	return ""
}

// threadMemory tells of a thread that has no room for a block.
func (x *executable) threadMemory(bytes int64, what string) string {
	if m := impossible(bytes, what); m != "" {
		return m
	}
	return fmt.Sprintf("out of memory: %s needs %s (%d bytes) in each of the device's threads, which have %s each for the arrays that they make",
		what, sizeText(bytes), bytes, sizeText(x.threadHeap()))
}

// deviceMemory tells of a block that the device has no room for.
func (x *executable) deviceMemory(bytes int64, what string, cause error) string {
	if m := impossible(bytes, what); m != "" {
		return m
	}
	info := x.device.Info()
	return fmt.Sprintf("out of memory: %s needs %s (%d bytes); %s of %s on %s are in use, and a block has at most %s: %v",
		what, sizeText(bytes), bytes, sizeText(x.pool.inUse), sizeText(info.MemoryBytes), info.Name, sizeText(info.MaxAlloc), cause)
}

// sizeText is a number of bytes for people.
func sizeText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	x, prefixes := float64(n)/unit, "KMGTPE"
	for x >= unit && len(prefixes) > 1 {
		x, prefixes = x/unit, prefixes[1:]
	}
	return fmt.Sprintf("%.1f %ciB", x, prefixes[0])
}
