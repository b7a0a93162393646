package host

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Limits bounds the resources of a plugin. Zero fields mean the defaults.
type Limits struct {
	Start  time.Duration // for a process to announce itself
	Run    time.Duration // per answer
	Memory int64         // in bytes
	Answer int64         // size of an answer in bytes
}

// DefaultLimits are the default limits. A process of 70 MB that starts in 0.2 seconds needs more than ten on a
// machine with fifteen times as much work as processors.
var DefaultLimits = Limits{Start: 30 * time.Second, Run: time.Minute, Memory: 4 << 30, Answer: 1 << 30}

// decoded bounds the memory that an answer may take when decoded: a quarter of the plugin's
// memory, because the resulting program takes about three times as much in addition.
func (l Limits) decoded() int64 { return l.Memory / 4 }

// toConnect bounds the time from a process's announcement to its first sign of life.
func (l Limits) toConnect() time.Duration { return min(l.Start, l.Run) }

func (l Limits) orDefault() Limits {
	d := DefaultLimits
	if l.Start > 0 {
		d.Start = l.Start
	}
	if l.Run > 0 {
		d.Run = l.Run
	}
	if l.Memory > 0 {
		d.Memory = l.Memory
	}
	if l.Answer > 0 {
		d.Answer = l.Answer
	}
	d.Answer = min(d.Answer, d.Memory)
	return d
}

// Config configures a host.
type Config struct {
	// Cache is a folder for compiled wasm modules and descriptions; "" is none.
	Cache string
	// Stderr receives plugins' output, each line prefixed with the plugin's name; nil
	// discards it.
	Stderr io.Writer
	// Sandbox, if not "", overrides the sandboxes of plugins' sources, except for those
	// opened with Trust.
	Sandbox Sandbox
}

// Host manages the plugins of a compilation. Its methods may be called concurrently.
type Host struct {
	config Config

	mu      sync.Mutex
	plugins []*Plugin
	pruned  sync.Once // its cache of machine code
}

// New returns a host without plugins.
func New(c Config) *Host {
	if c.Stderr == nil {
		c.Stderr = io.Discard
	}
	return &Host{config: c}
}

// UserCache returns the folder for Config.Cache in the user's cache, or "" if there is
// none, or if others could write to it.
func UserCache() string { return private.Cache("plugins") }

// Close stops all plugins.
func (h *Host) Close() error {
	h.mu.Lock()
	plugins := h.plugins
	h.plugins = nil
	h.mu.Unlock() // a plugin that is being started needs the host
	var errs []error
	for _, p := range plugins {
		errs = append(errs, p.close())
	}
	return errors.Join(errs...)
}

// Open finds out what the plugin is and which passes it has. It starts a process, or
// compiles a module, only if that is not known yet; otherwise that happens when a pass
// runs.
func (h *Host) Open(ctx context.Context, s Source) (*Plugin, error) {
	p, err := h.open(s, false)
	if err != nil {
		return nil, err
	}
	if err := p.describe(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	h.keep(p)
	return p, nil
}

// Look finds out the plugin's kind and digest, without running any of it.
func (h *Host) Look(s Source) (*Plugin, error) { return h.open(s, false) }

// Recorded is Open for a plugin that the user trusted when its description was d: its file
// is inspected, and it is started, only when one of its passes runs.
func (h *Host) Recorded(s Source, isWasm bool, d *passpb.DescribeResponse) (*Plugin, error) {
	s.Recorded = true
	p := &Plugin{Source: s, host: h, limits: s.Limits.orDefault(), isWasm: isWasm}
	p.stderr = &labelled{to: h.config.Stderr, label: "plugin " + source.Printable(s.label()) + ": "}
	p.transport = later{plugin: p, wasm: isWasm}
	if err := p.declare(d); err != nil {
		return nil, err
	}
	h.keep(p)
	return p, nil
}

// later is the transport of a plugin whose file is inspected on first use.
type later struct {
	plugin *Plugin
	wasm   bool
}

func (l later) name() string {
	if l.wasm {
		return "wasm"
	}
	return "process"
}

func (l later) connect(ctx context.Context) (session, error) {
	if err := l.plugin.inspect(false); err != nil {
		return nil, err
	}
	return l.plugin.inspected().connect(ctx)
}

// Trust is Open for a plugin that is part of the compiler. The given passes declare its
// passes, so that it need not be asked before one is run, and its results are checked where
// those of passes in this process are. Between its own passes it can also run those in
// along, which are passes of the host.
func (h *Host) Trust(s Source, passes, along []*pass.Pass) (*Plugin, error) {
	p, err := h.open(s, true)
	if err != nil {
		return nil, err
	}
	p.trusted = !p.isWasm // a module in a file may be older than its host
	p.several, p.newest, p.along = true, wire.Newest, along
	for _, q := range passes {
		p.Passes = append(p.Passes, p.guest(*q))
	}
	h.keep(p)
	return p, nil
}

func (h *Host) keep(p *Plugin) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.plugins = append(h.plugins, p)
}

// Plugins lists the plugins in the order in which they were opened.
func (h *Host) Plugins() []*Plugin {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]*Plugin(nil), h.plugins...)
}

// open chooses the transport. known is set for a plugin whose description is not needed.
func (h *Host) open(s Source, known bool) (*Plugin, error) {
	p := &Plugin{Source: s, host: h, limits: s.Limits.orDefault()}
	p.stderr = &labelled{to: h.config.Stderr, label: "plugin " + source.Printable(s.label()) + ": "}
	if s.Serve != nil {
		p.transport = loopback{s.Serve}
		return p, nil
	}
	if len(s.Module) == 0 {
		if err := p.inspect(known); err != nil {
			return nil, err
		}
	}
	switch {
	case len(s.Module) > 0:
		p.digest = digestOf(s.Module)
		p.transport = &wasm{plugin: p, code: s.Module}
	default:
		p.transport = p.inspected()
	}
	return p, nil
}

// inspected returns the transport for a plugin that has been inspected.
func (p *Plugin) inspected() transport {
	if p.isWasm {
		return &wasm{plugin: p, code: p.code}
	}
	return process{plugin: p}
}
