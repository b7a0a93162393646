package verb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/tools/lamina/internal/bundled"
)

// PluginFlags are the flags of every verb that knows passes.
type PluginFlags struct {
	How   string   // the transport of the memory passes
	Files []string // further plugins
	// sandbox is that of all plugins in this run; "" means what they were trusted in,
	// and none for those of files.
	sandbox string
}

// The transports of the memory passes.
const (
	AsProcess   = "process"
	AsWasm      = "wasm"
	AsInProcess = "inprocess"
)

// Register adds the flags to c and all its commands.
func (f *PluginFlags) Register(c *cobra.Command) {
	c.PersistentFlags().StringVar(&f.How, "plugins", "", "run the memory passes in a process of their own, as wasm or in this process: process, wasm or inprocess (default: "+DefaultTransport+")")
	c.PersistentFlags().StringArrayVar(&f.Files, "plugin", nil, "load passes from this `file`, an executable or a .wasm module; FILE@sha256:HEX refuses a file with another checksum; may be repeated")
	c.PersistentFlags().StringVar(&f.sandbox, "sandbox", "", "run plugins that are processes in a strict sandbox, or in none: strict or off (default: off for those of --plugin, strict for others)")
}

// DefaultTransport is how the memory passes run where nobody says otherwise: without a
// second process, which takes as much memory as the first, and without a module of Go
// code, which has to be loaded and runs slower (README.md, Plugins).
const DefaultTransport = AsInProcess

// withoutPlugins are the verbs that know no passes, or look at plugins themselves.
var withoutPlugins = []string{"version", "help", "completion", "clean", "dataset", "fmt", "lmad", "lsp", "pkg", "plugin"}

// withoutPasses are the verbs that run no pass of a plugin, and so start none.
var withoutPasses = []string{"check", "backends"}

// isOneOf reports whether a command is one of the verbs, or below one.
func isOneOf(c *cobra.Command, verbs []string) bool {
	for v := c; v != nil; v = v.Parent() {
		if slices.Contains(verbs, v.Name()) {
			return true
		}
	}
	return false
}

// UsePlugins makes known the plugins that are asked for, before a verb runs: puts their
// passes into the registry.
func (t *Tool) UsePlugins(c *cobra.Command, f *PluginFlags) error {
	if f.sandbox != "" {
		var ok bool
		if t.Sandbox, ok = host.ParseSandbox(f.sandbox); !ok {
			return Usagef("--sandbox is strict or off, not %q", f.sandbox)
		}
	}
	if isOneOf(c, withoutPlugins) {
		return nil
	}
	t.Host = t.NewHost()
	t.memoryHow = f.How
	if err := t.useMemory(c, f.How); err != nil {
		return err
	}
	idle := isOneOf(c, withoutPasses)
	for _, file := range f.Files { // to name them on the command line is to trust them
		s := SourceOf(file)
		if idle {
			if _, err := t.Host.Look(s); err != nil {
				return err
			}
			continue
		}
		p, err := t.Host.Open(c.Context(), s)
		if err == nil {
			err = t.AddPasses(p)
		}
		if err != nil {
			return err
		}
		t.Named = append(t.Named, p)
	}
	if idle {
		return nil
	}
	return t.useTrusted()
}

// Checksum separates a plugin's file from its checksum in the value of --plugin.
const Checksum = "@sha256:"

// SourceOf returns the plugin that a value of --plugin names.
func SourceOf(file string) host.Source {
	if i := strings.LastIndex(file, Checksum); i >= 0 {
		return host.Source{Path: file[:i], SHA256: file[i+len(Checksum):]}
	}
	return host.Source{Path: file}
}

// pluginArgs returns the flags that make a later command run the same passes: the plugins
// of the command line, with their checksums, and how they and the memory passes run. Those
// of lamina.toml are found there again.
func (t *Tool) pluginArgs() []string {
	var out []string
	if t.memoryHow != "" {
		out = append(out, "--plugins="+t.memoryHow)
	}
	if t.Sandbox != "" {
		out = append(out, "--sandbox="+string(t.Sandbox))
	}
	for _, p := range t.Named {
		out = append(out, "--plugin", p.Source.Path+Checksum+p.Digest())
	}
	return out
}

// Again returns a command line for the user to repeat, with the plugins of this one.
func (t *Tool) Again(verb string, args ...string) string {
	words := append([]string{"lamina", verb}, t.pluginArgs()...)
	return strings.Join(Quoted(append(words, args...)), " ")
}

// RanIn lists the plugins of users that passes of a pipeline come from.
func (t *Tool) RanIn(pipeline string, start pass.Level) []*host.Plugin {
	parsed, err := t.Passes.Parse(pipeline, start)
	if err != nil {
		return nil
	}
	var out []*host.Plugin
	for _, s := range parsed.Steps {
		if p, ok := s.Pass.Home.(*host.Plugin); ok && p.Digest() != "" && !p.OfCompiler() && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// NewHost is a host of plugins, in the sandbox that the command line says.
func (t *Tool) NewHost() *host.Host {
	return host.New(host.Config{Cache: host.UserCache(), Stderr: t.Err, Sandbox: t.Sandbox})
}

// AddPasses puts the passes of a plugin into the registry.
func (t *Tool) AddPasses(p *host.Plugin) error {
	passes, err := t.Passes.Replacing() // a registry of its own
	if err != nil {
		return err
	}
	for _, q := range p.Passes {
		if err := passes.Add(q); err != nil {
			return fmt.Errorf("plugin %s: %w", p.Source.Path, err)
		}
	}
	t.Passes = passes
	return nil
}

// useMemory makes guests of the memory passes.
func (t *Tool) useMemory(c *cobra.Command, how string) error {
	if how == "" {
		how = DefaultTransport
	}
	if how == AsInProcess {
		return nil
	}
	s, err := MemorySource(t.Self, how)
	if err != nil {
		return err
	}
	p, err := t.Host.Trust(s, memory.Plugin.Passes, memory.Plugin.Along)
	if err != nil {
		return err
	}
	if t.Passes, err = t.Passes.Replacing(p.Passes...); err != nil {
		return err
	}
	if t.runsMemory(c) {
		ctx, cancel := context.WithCancel(c.Context())
		t.cancelWarming = cancel
		go p.Warm(ctx)
	}
	return nil
}

// MemorySource is where the memory passes come from, by a transport; self is the file
// of the lamina command.
func MemorySource(self, how string) (host.Source, error) {
	switch how {
	case AsProcess:
		if self == "" {
			return host.Source{}, fmt.Errorf("this executable cannot start itself as a plugin; use --plugins=inprocess")
		}
		return host.Source{Path: self, Args: []string{"plugin", "serve"}, Called: "lamina"}, nil
	case AsWasm:
		if len(bundled.Memory) > 0 {
			return host.Source{Path: "memory.wasm (built in)", Module: bundled.Memory, Ours: true}, nil
		}
		file, err := moduleBeside(self)
		return host.Source{Path: file, Ours: true}, err
	}
	return host.Source{}, Usagef("--plugins is process, wasm or inprocess, not %q", how)
}

// moduleBeside finds the module that tools/build-plugins put beside the command.
func moduleBeside(self string) (string, error) {
	file := filepath.Join(filepath.Dir(self), "plugins", "memory.wasm")
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("there is no wasm module of the memory passes at %s; make it with ./tools/build-plugins %s, or use --plugins=process", file, filepath.Dir(file))
	}
	return file, nil
}

// runsMemory reports whether the verb is about to run one of the memory passes,
// so that their plugin had better start at once.
func (t *Tool) runsMemory(c *cobra.Command) bool {
	pipeline, backend := c.Flags().Lookup("pipeline"), c.Flags().Lookup("backend")
	if pipeline == nil || backend == nil {
		return false
	}
	text := pipeline.Value.String()
	if !pipeline.Changed {
		b, err := t.Backends.Lookup(backend.Value.String())
		if err != nil {
			return false
		}
		text = b.Pipeline()
	} else if expanded, err := t.Expand(text, backend.Value.String(), pass.Soac); err == nil {
		text = expanded
	}
	return slices.ContainsFunc(memory.Plugin.Passes, func(p *pass.Pass) bool { return strings.Contains(text, p.Name) })
}

// ClosePlugins stops all plugins.
func (t *Tool) ClosePlugins() error {
	if t.cancelWarming != nil {
		t.cancelWarming()
	}
	if t.Host == nil {
		return nil
	}
	return t.Host.Close()
}
