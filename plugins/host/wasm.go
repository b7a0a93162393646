package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
	"google.golang.org/grpc"

	"github.com/lamina-lang/lamina/core/wire/wirefmt"
	"github.com/lamina-lang/lamina/plugins/host/weigh"
)

// wasm is the transport to a module, a wasip1 command: each call runs it from the start,
// with the request on standard input and the answer on standard output. It has no files, no
// environment and no network; its clock stands still.
type wasm struct {
	plugin *Plugin
	code   []byte
}

// loaded is a compiled module.
type loaded struct {
	*wasm
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	cache    wazero.CompilationCache
	keep     func(good bool) // ends the use of the cache's files
	left     atomic.Bool     // an abandoned call still uses the runtime and the cache
}

func (*wasm) name() string { return "wasm" }

const (
	pageSize = 1 << 16
	maxPages = 1 << 16
	// stack is what the stack of a call can take: wazero 1.12 doubles it as long as it has at most
	// 50 MB, and has the old one besides while it copies it.
	stack = 160 << 20
)

func (w *wasm) connect(ctx context.Context) (session, error) {
	code, linear, err := w.weighed()
	if err != nil {
		return nil, err
	}
	t := &loaded{wasm: w}
	t.cache, t.keep = w.plugin.openCache()
	config := wazero.NewRuntimeConfigCompiler().
		WithCloseOnContextDone(!t.plugin.Source.Ours).
		WithMemoryLimitPages(uint32(min(maxPages, max(1, linear/pageSize))))
	config = config.WithCompilationCache(t.cache)
	// The module outlives the call that first needs it.
	lasting := context.WithoutCancel(ctx)
	t.runtime = wazero.NewRuntimeWithConfig(lasting, config)
	if _, err := wasi_snapshot_preview1.Instantiate(lasting, t.runtime); err != nil {
		_ = t.close()
		return nil, fmt.Errorf("preparing WASI for plugin %s: %w", t.plugin.Source.label(), err)
	}
	if err := t.compile(ctx, code); err != nil {
		_ = t.close()
		return nil, err
	}
	return t, nil
}

// leave records that something uses the runtime, and the cache, until this process ends:
// neither can be closed.
func (t *loaded) leave() { t.left.Store(true) }

// weighed returns the module to compile, and the linear memory that remains available to
// it: everything that the host allocates for the module counts against its limit.
func (w *wasm) weighed() (code []byte, linear int64, err error) {
	p := w.plugin
	if p.Source.Ours {
		return w.code, p.limits.Memory, nil
	}
	m, err := weigh.Weigh(w.code)
	if errors.Is(err, weigh.ErrUnbounded) {
		return nil, 0, p.fault("has a table that declares no maximum: it could grow without limit",
			"declare it with lamina plugin bound FILE, which modules in Go need, or tell its author")
	}
	if err != nil {
		return nil, 0, p.fault("is no valid wasm module: "+err.Error(), "build it again")
	}
	own := p.limits.Memory - p.limits.Memory/4 // the rest is for answers
	if needs := max(min(m.Held, math.MaxInt64-stack)+stack, m.Compiling); needs >= own {
		return nil, 0, p.fault(fmt.Sprintf("needs up to %d MiB for its code, tables, functions and stack alone, and may have %d MiB besides its answers", needs>>20+1, own>>20),
			`allow it more with memory = "2GiB" in lamina.toml, or tell its author`)
	}
	return m.Code, own - m.Held - stack, nil
}

// compile compiles the module within the time limit for an answer. A compilation that takes
// longer cannot be stopped; it is abandoned.
func (t *loaded) compile(ctx context.Context, code []byte) error {
	wanted, abandon := context.WithCancel(ctx)
	defer abandon()
	done := make(chan error, 1)
	go func() {
		var err error
		t.compiled, err = t.runtime.CompileModule(wanted, code)
		t.keep(err == nil)
		done <- err
	}()
	late, end := late(ctx, t.plugin.limits.Run)
	defer end()
	var err error
	select {
	case err = <-done:
	case <-late.Done():
		abandon()
		t.leave()
		err = late.Err()
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("compiling plugin %s: %w", t.plugin.Source.label(), ctx.Err())
	case late.Err() != nil:
		return t.plugin.tooSlow("being compiled")
	case err != nil:
		return t.plugin.fault("is no valid wasm module: "+err.Error(), "build it again")
	}
	return nil
}

// Invoke makes a call. It implements gRPC's interface for client stubs, so that one stub
// serves all transports.
func (t *loaded) Invoke(ctx context.Context, method string, in, out any, _ ...grpc.CallOption) error {
	answer := &limitedBuffer{limit: t.plugin.mostWritten()}
	config := wazero.NewModuleConfig().WithName("").WithArgs("plugin", method).
		WithStdin(bytes.NewReader(in.(message).Marshal())).WithStdout(answer).WithStderr(t.plugin.stderr)
	err := t.instantiate(ctx, config)
	var exit *sys.ExitError
	switch {
	case answer.full:
		return errTooMuch
	case errors.As(err, &exit) && exit.ExitCode() == 0, err == nil:
	default:
		return err
	}
	if err := out.(message).UnmarshalWithin(answer.Bytes(), t.plugin.limits.decoded()); errors.Is(err, wirefmt.ErrBudget) {
		return err
	} else if err != nil || answer.Len() == 0 {
		return &strangeAnswer{answer.Bytes(), err}
	}
	return nil
}

// instantiate runs the module from its start to its end.
func (t *loaded) instantiate(ctx context.Context, config wazero.ModuleConfig) error {
	run := func() error {
		module, err := t.runtime.InstantiateModule(withMemory(ctx), t.compiled, config)
		if module != nil {
			err = errors.Join(err, module.Close(context.WithoutCancel(ctx)))
		}
		return err
	}
	if !t.plugin.Source.Ours {
		return run()
	}
	done := make(chan error, 1)
	go func() { done <- run() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		t.leave()
		return ctx.Err()
	}
}

// mostWritten is how long a module's answer may be. The buffer for it is copied as it grows: it may have
// twice that capacity, and its old one besides. That is less than a quarter of the memory.
func (p *Plugin) mostWritten() int64 {
	if p.Source.Ours {
		return p.limits.Answer
	}
	return min(p.limits.Answer, p.limits.Memory/16)
}

// NewStream is not used by the service.
func (*loaded) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errNoStreams
}

var errTooMuch = errors.New("the answer is too large")

// strangeAnswer is an answer that cannot be decoded.
type strangeAnswer struct {
	bytes []byte
	err   error
}

func (s *strangeAnswer) Error() string {
	line, _, ended := bytes.Cut(s.bytes, []byte("\n"))
	unreadable := func(r rune) bool { return !unicode.IsPrint(r) && r != '\t' }
	switch {
	case len(s.bytes) == 0:
		return "wrote nothing to standard output"
	case (ended || len(line) > 3) && !bytes.ContainsFunc(line, unreadable):
		return fmt.Sprintf("printed %q on standard output, where only the answer goes", line[:min(len(line), 60)])
	}
	return fmt.Sprintf("gave %d bytes that are no answer (%v)", len(s.bytes), s.err)
}

func (t *loaded) explain(ctx context.Context, doing string, err error) error {
	p := t.plugin
	var exit *sys.ExitError
	var strange *strangeAnswer
	switch {
	case errors.Is(err, errTooMuch):
		return p.fault(fmt.Sprintf("gave an answer of more than %d bytes, %s", p.mostWritten(), doing), tellAuthor)
	case errors.Is(err, wirefmt.ErrBudget):
		return p.tooMuch(doing)
	case errors.As(err, &strange):
		return p.fault(strange.Error()+", "+doing, tellAuthor)
	case timedOut(ctx):
		return p.tooSlow(doing)
	case strings.Contains(err.Error(), "not instantiated"), strings.Contains(err.Error(), "is not exported in module"):
		return p.fault("imports more than WASI preview 1: "+err.Error(), "build it as a wasip1 command")
	}
	says, memory := p.stderr.reason()
	if memory {
		return p.fault(fmt.Sprintf("ran out of memory, of which it may have %d MiB, %s", p.limits.Memory>>20, doing), `allow it more with memory = "2GiB" in lamina.toml (wasm has 4GiB at most), or tell its author`)
	}
	how := "stopped: " + firstLine(err.Error())
	if errors.As(err, &exit) {
		how = fmt.Sprintf("exit code %d", exit.ExitCode())
	}
	if says != "" {
		says = ", saying: " + says
	}
	return p.fault(fmt.Sprintf("crashed (%s), %s%s", how, doing, says), tellAuthor)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// survives returns true: each call has its own instance.
func (*loaded) within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, limit)
}

func (*loaded) survives() bool { return true }

func (t *loaded) close() error {
	if t.left.Load() {
		return nil
	}
	return errors.Join(t.runtime.Close(context.Background()), t.cache.Close(context.Background()))
}

// limitedBuffer accepts a limited number of bytes.
type limitedBuffer struct {
	bytes.Buffer
	limit int64
	full  bool
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if int64(b.Len()+len(p)) > b.limit {
		b.full = true
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}
