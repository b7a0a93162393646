package guests

import (
	"bytes"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/lamina-lang/lamina/plugins/host"
)

// text is a name in a module.
func text(s string) []byte { return protowire.AppendString(nil, s) }

// oneBody is a module of one function without parameters, which runs as _start.
func oneBody(locals, code []byte) []byte {
	return join(moduleHead, noTypes, oneFun, start, section(10, 1, function(locals, code)))
}

// calling is a module that imports a function of WASI with parameters of these types, has a
// memory of a page, and runs code, in which function 0 is the import.
func calling(name string, params []byte, result bool, code []byte) []byte {
	results := []byte{0}
	if result {
		results = []byte{1, 0x7f}
	}
	return join(moduleHead,
		section(1, 2, join([]byte{0x60, 0, 0, 0x60, byte(len(params))}, params, results)),
		section(2, 1, join(text("wasi_snapshot_preview1"), text(name), []byte{0, 1})),
		oneFun, section(5, 1, []byte{1, 1, 1}),
		section(7, 1, join(text("_start"), []byte{0, 1})),
		section(10, 1, function([]byte{0}, code)))
}

// pushed is the code that pushes numbers.
func pushed(numbers ...int64) (code []byte) {
	for _, n := range numbers {
		code = append(code, 0x41)
		for more := true; more; {
			b := byte(n & 0x7f)
			n >>= 7
			more = n != 0 && n != -1 || n == 0 && b&0x40 != 0 || n == -1 && b&0x40 == 0
			if more {
				b |= 0x80
			}
			code = append(code, b)
		}
	}
	return code
}

// Modules that are no modules, or do what no plugin does: each is refused, or ends, with an error
// of one line, within its time and with no more memory than it may have.
func TestHostileModules(t *testing.T) {
	none := []byte{0}
	i32s := func(n int) []byte { return bytes.Repeat([]byte{0x7f}, n) }
	withI64 := func(at int, params []byte) []byte { params[at] = 0x7e; return params }
	call, drop, loop := []byte{0x10, 0}, []byte{0x1a}, func(body []byte) []byte { return join([]byte{3, 0x40}, body, []byte{0x0c, 0, 0x0b}) }
	for name, c := range map[string]struct {
		module []byte
		want   string
	}{
		"recursion without end":                {oneBody(none, call), "stack overflow"},
		"recursion with frames of 100 kB":      {oneBody(join([]byte{1}, number(13_000), []byte{0x7e}), call), ""},
		"a loop without end":                   {oneBody(none, loop(nil)), "did not answer within"},
		"a start section without end":          {join(moduleHead, noTypes, oneFun, start, []byte{8, 1, 0}, section(10, 1, function(none, loop(nil)))), "did not answer within"},
		"unreachable":                          {oneBody(none, []byte{0}), "unreachable"},
		"a function that falls off its end":    {join(moduleHead, section(1, 1, []byte{0x60, 0, 1, 0x7f}), oneFun, start, section(10, 1, function(none, nil))), "is no valid wasm module"},
		"_start with parameters":               {join(moduleHead, section(1, 1, []byte{0x60, 1, 0x7f, 0}), oneFun, start, section(10, 1, function(none, nil))), ""},
		"_start that is a memory":              {join(moduleHead, section(5, 1, []byte{0, 1}), section(7, 1, join(text("_start"), []byte{2, 0}))), ""},
		"no _start":                            {join(moduleHead, noTypes, oneFun, section(10, 1, function(none, nil))), "wrote nothing"},
		"two exports of a name":                {join(moduleHead, noTypes, oneFun, section(7, 2, bytes.Repeat(join(text("_start"), []byte{0, 0}), 2)), section(10, 1, function(none, nil))), "is no valid wasm module"},
		"2·10^5 exports":                       {join(moduleHead, noTypes, oneFun, section(7, 200_000, bytes.Repeat(join(text("x"), []byte{0, 0}), 200_000)), section(10, 1, function(none, nil))), "needs up to"},
		"an export of a function that is none": {join(moduleHead, section(7, 1, join(text("_start"), []byte{0}, number(4_000_000_000)))), "is no valid wasm module"},
		"a memory of 4 GiB":                    {join(moduleHead, noTypes, oneFun, section(5, 1, join([]byte{0}, number(65536))), start, section(10, 1, function(none, nil))), ""},
		"a memory beyond 4 GiB":                {join(moduleHead, noTypes, oneFun, section(5, 1, join([]byte{0}, number(4_000_000_000))), start, section(10, 1, function(none, nil))), "is no valid wasm module"},
		"a memory that grows without end":      {join(moduleHead, noTypes, oneFun, section(5, 1, []byte{0, 1}), start, section(10, 1, function(none, loop(join(pushed(1), []byte{0x40, 0, 0x1a}))))), "did not answer within"},
		"two memories":                         {join(moduleHead, noTypes, oneFun, section(5, 2, []byte{0, 1, 0, 1}), start, section(10, 1, function(none, nil))), "is no valid wasm module"},
		"a shared memory":                      {join(moduleHead, noTypes, oneFun, section(5, 1, []byte{3, 1, 2}), start, section(10, 1, function(none, nil))), "is no valid wasm module"},
		"a memory of 64 bits":                  {join(moduleHead, noTypes, oneFun, section(5, 1, []byte{4, 1}), start, section(10, 1, function(none, nil))), "is no valid wasm module"},
		"data beyond the memory":               {join(moduleHead, noTypes, oneFun, section(5, 1, []byte{0, 1}), start, section(10, 1, function(none, nil)), section(11, 1, join([]byte{0, 0x41}, number(0x7ffffff0), []byte{0x0b, 1, 'x'}))), ""},
		"an element beyond the table":          {join(moduleHead, noTypes, oneFun, section(4, 1, []byte{0x70, 1, 1, 1}), start, section(9, 1, []byte{0, 0x41, 0x3f, 0x0b, 1, 0}), section(10, 1, function(none, nil))), ""},
		"an element of no function":            {join(moduleHead, noTypes, oneFun, section(4, 1, []byte{0x70, 1, 1, 1}), start, section(9, 1, join([]byte{0, 0x41, 0, 0x0b, 1}, number(1<<31))), section(10, 1, function(none, nil))), "is no valid wasm module"},
		"a call of no function":                {oneBody(none, join([]byte{0x10}, number(1<<31))), "is no valid wasm module"},
		"a local of no number":                 {oneBody(none, join([]byte{0x20}, number(1<<31), drop)), "is no valid wasm module"},
		"4·10^9 variables, many times":         {oneBody(join(number(1000), bytes.Repeat(join(number(4_294_967_295), []byte{0x7e}), 1000)), nil), "is no valid wasm module"},
		"a branch of 10^6 ways":                {oneBody(none, join(pushed(0), []byte{0x0e}, number(1_000_000), make([]byte, 1_000_001))), "needs up to"},
		"a function of 10^5 parameters":        {join(moduleHead, section(1, 1, join([]byte{0x60}, number(100_000), i32s(100_000), none)), oneFun, start, section(10, 1, function(none, nil))), ""},
		"a function of 10^4 results":           {join(moduleHead, section(1, 1, join([]byte{0x60, 0}, number(10_000), i32s(10_000))), oneFun, start, section(10, 1, function(none, bytes.Repeat(pushed(0), 10_000)))), ""},
		"two sections of code":                 {join(oneBody(none, nil), section(10, 1, function(none, nil))), "is no valid wasm module"},
		"sections out of order":                {join(moduleHead, section(10, 1, function(none, nil)), noTypes, oneFun), "is no valid wasm module"},
		"more bodies than functions":           {join(moduleHead, noTypes, oneFun, start, section(10, 2, bytes.Repeat(function(none, nil), 2))), "is no valid wasm module"},
		"more functions than are there":        {join(moduleHead, noTypes, join([]byte{3}, number(5), number(4_000_000_000))), ""},
		"a section of no kind":                 {join(oneBody(none, nil), []byte{99, 0}), "is no valid wasm module"},
		"a section that is cut off":            {join(moduleHead, []byte{1}, number(1<<31), []byte{1}), "is no valid wasm module"},
		"a length of eleven bytes":             {join(moduleHead, []byte{1}, bytes.Repeat([]byte{0x80}, 10), []byte{0}), "is no valid wasm module"},
		"a component":                          {[]byte("\x00asm\x0d\x00\x01\x00"), "is no valid wasm module"},
		"a custom section of 260 MB":           {join(oneBody(none, []byte{0}), protowire.AppendBytes([]byte{0}, join(text("name"), make([]byte, 260<<20)))), "and may have 268435456"},
		"a name that is no text":               {join(moduleHead, noTypes, oneFun, section(7, 1, []byte("\x03\xff\xfe\x1b\x00\x00")), section(10, 1, function(none, nil))), ""},
		"an import of a table":                 {join(moduleHead, section(2, 1, join(text("env"), text("t"), []byte{1, 0x70, 0}, number(100_000_000)))), ""},
		"an import of a memory":                {join(moduleHead, section(2, 1, join(text("env"), text("m"), []byte{2, 0}, number(65536)))), ""},
		"an import with other types":           {calling("fd_write", i32s(1), true, join(pushed(0), call, drop)), ""},
		"an import of what WASI has not":       {calling("sock_open", i32s(3), true, join(pushed(2, 1, 0), call, drop)), "imports more than WASI"},
		"a vector of 2^31 pieces to write":     {calling("fd_write", i32s(4), true, join(pushed(1, 0, 0x7fffffff, 0), call, drop)), ""},
		"a piece beyond the memory to write":   {calling("fd_write", i32s(4), true, join(pushed(0, -1), []byte{0x36, 2, 0}, pushed(4, -1), []byte{0x36, 2, 0}, pushed(1, 0, 1, 8), call, drop)), ""},
		"what is written without end":          {calling("fd_write", i32s(4), true, join(pushed(4, 60_000), []byte{0x36, 2, 0}, loop(join(pushed(1, 0, 1, 8), call, drop)))), "gave an answer of more than"},
		"messages without end":                 {calling("fd_write", i32s(4), true, join(pushed(4, 60_000), []byte{0x36, 2, 0}, loop(join(pushed(2, 0, 1, 8), call, drop)))), "did not answer within"},
		"a file that nobody opened":            {calling("fd_write", i32s(4), true, join(pushed(3, 0, 1, 8), call, []byte{0x45, 0x04, 0x40, 0x0c, 0, 0x0b, 0})), "unreachable"},
		"random numbers beyond the memory":     {calling("random_get", i32s(2), true, join(pushed(0, -1), call, drop)), ""},
		"arguments beyond the memory":          {calling("args_get", i32s(2), true, join(pushed(-4, -4), call, drop)), ""},
		"a sleep of centuries":                 {calling("poll_oneoff", i32s(4), true, join(pushed(24), []byte{0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x37, 3, 0}, pushed(0, 256, 1, 512), call, drop)), ""},
		"2^31 things to wait for":              {calling("poll_oneoff", i32s(4), true, join(pushed(0, 0, 0x7fffffff, 0), call, drop)), ""},
		"an exit with 2^31":                    {calling("proc_exit", i32s(1), false, join(pushed(-0x80000000), call)), "exit code"},
		"an exit that says that all is well":   {calling("proc_exit", i32s(1), false, join(pushed(0), call)), "wrote nothing"},
		"a signal to itself":                   {calling("proc_raise", i32s(1), true, join(pushed(9), call, drop)), ""},
		"a folder to open":                     {calling("path_open", withI64(6, withI64(5, i32s(9))), true, []byte{0}), "unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			s := file(t, "p.wasm", string(c.module), 0o644)
			s.Limits = host.Limits{Memory: small, Run: 3 * time.Second}
			var shown printed
			watched, begun := watch(t, small), time.Now()
			h := host.New(host.Config{Stderr: &shown})
			_, err := h.Open(t.Context(), s)
			oneLine(t, err, "plugin "+s.Path, c.want)
			if err := h.Close(); err != nil {
				t.Error(err)
			}
			watched()
			if took := time.Since(begun); took > s.Limits.Run+slack {
				t.Errorf("it took %v", took)
			}
			if len(err.Error()) > 2000 {
				t.Errorf("it says %d bytes", len(err.Error()))
			}
		})
	}
}
