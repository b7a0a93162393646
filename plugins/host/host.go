package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/core/pass"
)

// Limits are what a plugin may use up. Zero fields mean the defaults.
type Limits struct {
	Start  time.Duration // until a process has said that it is there
	Run    time.Duration // for one answer
	Memory int64         // in bytes
	Answer int64         // the size of an answer, in bytes
}

// DefaultLimits are the limits where nothing else is said.
var DefaultLimits = Limits{Start: 10 * time.Second, Run: time.Minute, Memory: 4 << 30, Answer: 1 << 30}

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
	return d
}

// Config says how a host works.
type Config struct {
	// Cache is a folder for compiled wasm modules and descriptions; "" is none.
	Cache string
	// Stderr gets what plugins print, each line behind the plugin's name; nil
	// drops it.
	Stderr io.Writer
}

// Host holds the plugins of a compilation. Its methods may be called at once.
type Host struct {
	config Config

	mu      sync.Mutex
	plugins []*Plugin
	wasm    *wasmCache
}

// New returns a host without plugins.
func New(c Config) *Host {
	if c.Stderr == nil {
		c.Stderr = io.Discard
	}
	return &Host{config: c}
}

// UserCache is the folder for Config.Cache in the user's cache, or "" if there
// is none.
func UserCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lamina", "plugins")
}

// Close stops all plugins.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var errs []error
	for _, p := range h.plugins {
		errs = append(errs, p.close())
	}
	h.plugins = nil
	if h.wasm != nil {
		errs = append(errs, h.wasm.close())
		h.wasm = nil
	}
	return errors.Join(errs...)
}

// Open finds out what the plugin is and which passes it has. A process is
// started, and a module compiled, when that is not known yet or a pass is run.
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

// Trust is Open for a plugin that is a part of the compiler: its passes are
// declared by those given, so that it need not be asked before one is run, and what
// it gives is checked where that of the passes in this process is. It can run those
// along, too, which are passes of the host, between its own.
func (h *Host) Trust(s Source, passes, along []*pass.Pass) (*Plugin, error) {
	p, err := h.open(s, true)
	if err != nil {
		return nil, err
	}
	p.trusted = !p.isWasm // a module in a file may be older than its host
	p.several, p.along = true, along
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

// open chooses the transport. known is set for a plugin that need not be asked what
// it is.
func (h *Host) open(s Source, known bool) (*Plugin, error) {
	p := &Plugin{Source: s, host: h, limits: s.Limits.orDefault()}
	p.stderr = &labelled{to: h.config.Stderr, label: "plugin " + s.label() + ": "}
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
	case p.isWasm:
		code, err := os.ReadFile(s.Path)
		if err != nil {
			return nil, fmt.Errorf("reading plugin %s: %w", s.Path, err)
		}
		p.transport = &wasm{plugin: p, code: code}
	default:
		p.transport = process{plugin: p}
	}
	return p, nil
}
