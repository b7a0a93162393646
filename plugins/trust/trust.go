// Package trust records the plugins that a user trusts, so that a folder's plugins run only
// after the user has agreed to them.
//
// Trust applies to content: a configuration with its checksum and, for the plugins it
// names, their checksums, their arguments, and the files that these name; or a single
// plugin file. Each plugin is recorded with its description at that time, so that its
// passes are known without running it. A record is identified by the path of the
// configuration or plugin: the same content elsewhere is not trusted.
package trust

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Record is a user's consent at one time.
type Record struct {
	File    string   `json:"file"`   // absolute path of the configuration or plugin
	SHA256  string   `json:"sha256"` // of its content, in hexadecimal
	Plugins []Plugin `json:"plugins"`
}

// Plugin is a plugin of a record.
type Plugin struct {
	Path   string   `json:"path"`
	Args   []string `json:"args,omitempty"`
	SHA256 string   `json:"sha256"`
	// Inputs holds the files that Args name, with their digests.
	Inputs map[string]string `json:"inputs,omitempty"`
	// Sandbox is the sandbox that the user agreed to for a process; "" is the one of its
	// source.
	Sandbox host.Sandbox `json:"sandbox,omitempty"`
	Wasm    bool         `json:"wasm"`
	// Description is an encoded passpb.DescribeResponse.
	Description []byte `json:"description"`
}

// Of returns the record of a plugin opened from s, to be trusted as it is.
func Of(s host.Source, p *host.Plugin) (Plugin, error) {
	if p.Described() == nil {
		return Plugin{}, fmt.Errorf("plugin %s was not asked what it is", s.Path)
	}
	return Plugin{
		Path: s.Path, Args: s.Args, SHA256: p.Digest(), Inputs: s.Inputs, Sandbox: s.Sandbox,
		Wasm: p.Transport() == "wasm", Description: p.Described().Marshal(),
	}, nil
}

// Find returns the record's plugin that s names, or nil: also if s's configuration pins
// another file than the trusted one.
func (r *Record) Find(s host.Source) *Plugin {
	for i := range r.Plugins {
		if p := &r.Plugins[i]; p.Path == s.Path && slices.Equal(p.Args, s.Args) && (s.SHA256 == "" || strings.EqualFold(s.SHA256, p.SHA256)) {
			return p
		}
	}
	return nil
}

// Open registers the plugin with a host. It starts when one of its passes runs, provided
// that its content matches the record.
func (p *Plugin) Open(h *host.Host, s host.Source) (*host.Plugin, error) {
	d := new(passpb.DescribeResponse)
	if err := d.Unmarshal(p.Description); err != nil {
		return nil, fmt.Errorf("plugin %s: the record of what it is: %w", s.Path, err)
	}
	s.SHA256, s.Inputs = p.SHA256, p.Inputs
	if p.Sandbox != "" {
		s.Sandbox = p.Sandbox
	}
	return h.Recorded(s, p.Wasm, d)
}
