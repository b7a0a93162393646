package guests

import (
	"bytes"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/lamina-lang/lamina/plugins/host"
)

// The handwritten parts of modules.
var (
	moduleHead = []byte("\x00asm\x01\x00\x00\x00")
	noTypes    = section(1, 1, []byte{0x60, 0, 0}) // one type: no parameters, no results
	oneFun     = section(3, 1, []byte{0})
	start      = section(7, 1, []byte("\x06_start\x00\x00"))
)

// section returns a section of n entries.
func section(id byte, n int, entries []byte) []byte {
	return protowire.AppendBytes([]byte{id}, append(protowire.AppendVarint(nil, uint64(n)), entries...))
}

// function returns a body with its declarations of locals.
func function(locals, code []byte) []byte {
	return protowire.AppendBytes(nil, join(locals, code, []byte{0x0b}))
}

func number(n uint64) []byte { return protowire.AppendVarint(nil, n) }

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// small is a limit on memory of which a module that needs nothing else has 32 MiB besides its stack and its answers.
const small = 256 << 20

// What a module makes the host allocate counts against its limit: a module that exceeds it
// is refused before it is compiled. Each of these once took the host gigabytes, or minutes.
func TestModulesThatMakeTheHostHoldMuch(t *testing.T) {
	many := number(100_000_000)
	grown := func(tables byte) (code []byte) { // each by table.grow; unreachable if that is not refused by -1
		for table := range tables {
			code = join(code, []byte{0xd0, 0x70, 0x41}, number(100_000_000), []byte{0xfc, 15, table, 0x41, 0x7f, 0x47, 0x04, 0x40, 0x00, 0x0b})
		}
		return code
	}
	noLocals := []byte{0}
	for _, c := range []struct {
		name   string
		module []byte
		limits host.Limits
		want   string
	}{
		{"tables that are large", join(moduleHead, noTypes, oneFun, section(4, 30, bytes.Repeat(join([]byte{0x70, 1}, many, many), 30)), start, section(10, 1, function(noLocals, nil))),
			host.Limits{}, "needs up to 23049 MiB for its code, tables, functions and stack alone, and may have 192 MiB besides its answers"},
		{"tables that may grow", join(moduleHead, noTypes, oneFun, section(4, 30, bytes.Repeat(join([]byte{0x70, 1, 0}, many), 30)), start, section(10, 1, function(noLocals, nil))),
			host.Limits{}, "needs up to 23049 MiB"},
		{"a table that declares no maximum", join(moduleHead, noTypes, oneFun, section(4, 1, []byte{0x70, 0, 1}), start, section(10, 1, function(noLocals, nil))),
			host.Limits{}, "has a table that declares no maximum: it could grow without limit; declare it with lamina plugin bound FILE"},
		{"tables of which the last declares no maximum, and that grow", join(moduleHead, noTypes, oneFun, section(4, 30, join(bytes.Repeat([]byte{0x70, 1, 0, 0}, 29), []byte{0x6f, 0, 0})), start,
			section(10, 1, function(noLocals, grown(30)))),
			host.Limits{}, "has a table that declares no maximum"},
		{"a table that is imported and declares no maximum", join(moduleHead, section(2, 1, []byte("\x03env\x05table\x01\x70\x00\x01"))),
			host.Limits{}, "imports \"table\", which is no function"},
		// It ends without an error only if no table has grown.
		{"tables that grow beyond their maximum", join(moduleHead, noTypes, oneFun, section(4, 30, bytes.Repeat([]byte{0x70, 1, 0, 0}, 30)), start,
			section(10, 1, function(noLocals, grown(30)))),
			host.Limits{}, "wrote nothing to standard output"},
		{"functions", join(moduleHead, noTypes, section(3, 100_000, make([]byte, 100_000)), section(10, 100_000, bytes.Repeat(function(noLocals, nil), 100_000))),
			host.Limits{}, "needs up to"},
		{"variables", join(moduleHead, noTypes, section(3, 100, make([]byte, 100)), section(10, 100, bytes.Repeat(function(join([]byte{1}, number(49_000), []byte{0x7e}), nil), 100))),
			host.Limits{}, "needs up to"},
		{"globals", join(moduleHead, section(6, 200_000, bytes.Repeat([]byte{0x7f, 0, 0x41, 0, 0x0b}, 200_000))), host.Limits{}, "needs up to"},
		{"types", join(moduleHead, section(1, 200_000, bytes.Repeat([]byte{0x60, 0, 0}, 200_000))), host.Limits{}, "needs up to"},
		{"a body that is long", join(moduleHead, noTypes, oneFun, section(10, 1, function(noLocals, bytes.Repeat([]byte{0x41, 0, 0x1a}, 1<<20)))), host.Limits{}, "needs up to"},
		{"a body that takes long to compile", join(moduleHead, noTypes, oneFun, start, section(10, 1, function(noLocals, join(bytes.Repeat([]byte{2, 0x40}, 20_000), bytes.Repeat([]byte{0x0b}, 20_000))))),
			host.Limits{Run: 50 * time.Millisecond, Memory: 1 << 30}, "did not answer within 50ms, being compiled, and was stopped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := file(t, "p.wasm", string(c.module), 0o644)
			s.Limits = c.limits
			if s.Limits.Memory == 0 {
				s.Limits.Memory = small
			}
			most := int64(64 << 20)
			if c.limits.Memory != 0 { // it is compiled, and that may go on when it was given up
				most = c.limits.Memory
			}
			watched := watch(t, most)
			_, err := host.New(host.Config{}).Open(t.Context(), s)
			oneLine(t, err, c.want)
			watched()
		})
	}
}

// TestGoDeclaresNoMaximum: Go's linker gives a module's table no maximum. Such a module is refused as it
// is, and runs once lamina plugin bound has declared one.
func TestGoDeclaresNoMaximum(t *testing.T) {
	_, err := newHost(t, nil).Open(t.Context(), host.Source{Path: goModule(t)})
	oneLine(t, err, "has a table that declares no maximum: it could grow without limit; declare it with lamina plugin bound FILE")
	if _, err := newHost(t, nil).Open(t.Context(), host.Source{Path: badModule(t)}); err != nil {
		t.Error(err)
	}
}

// watch returns what demands, afterwards, that the host needed and still holds at most so much memory
// more. What the process has obtained from the system says too much of what it needed: the collector lets
// as much garbage stand as is in use, so that a quarter of a gigabyte of the test's own data once passed
// for the host's, on a busy machine.
func watch(t *testing.T, most int64) func() {
	runtime.GC()
	inUse, obtained := memory(inUseBytes), memory(obtainedBytes)
	return func() {
		t.Helper()
		if more := memory(obtainedBytes) - obtained; more > 2*most+inUse {
			t.Errorf("the host obtained %d MiB more", more>>20)
		}
		runtime.GC()
		if more := memory(inUseBytes) - inUse; more > most {
			t.Errorf("the host holds %d MiB more", more>>20)
		}
	}
}

// Metrics of this process's memory: in use, as of the last collection and since; obtained from the system.
const (
	inUseBytes    = "/memory/classes/heap/objects:bytes"
	obtainedBytes = "/memory/classes/total:bytes"
)

func memory(metric string) int64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// An abandoned compilation may continue after its host is closed without doing harm. It
// once wrote to a closed cache, which ended the process.
func TestCompilationLeftBehind(t *testing.T) {
	body := function([]byte{0}, join(bytes.Repeat([]byte{2, 0x40}, 5000), bytes.Repeat([]byte{0x0b}, 5000)))
	s := file(t, "p.wasm", string(join(moduleHead, noTypes, oneFun, start, section(10, 1, body))), 0o644)
	s.Limits = host.Limits{Run: time.Millisecond, Memory: 1 << 30}
	before := runtime.NumGoroutine()
	h := host.New(host.Config{})
	_, err := h.Open(t.Context(), s)
	oneLine(t, err, "did not answer within 1ms, being compiled")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it still compiles")
		}
	}
}
