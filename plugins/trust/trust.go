// Package trust keeps what plugins a user trusts, so that a folder's plugins run only
// after its user has agreed to them.
//
// What is trusted is content: a configuration with its checksum and the plugins that it
// names with theirs, their arguments, and the files that these name; or a plugin's file
// by itself. With each plugin stands what it said of itself when it was trusted, so that
// its passes are known without anything of it running. A record is found by where the
// configuration or the plugin lies: the same content elsewhere is not trusted.
package trust

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Record is what a user agreed to at one time.
type Record struct {
	File    string   `json:"file"`   // the configuration or the plugin: its absolute path
	SHA256  string   `json:"sha256"` // of its content, in hexadecimal
	Plugins []Plugin `json:"plugins"`
}

// Plugin is a plugin of a record.
type Plugin struct {
	Path   string   `json:"path"`
	Args   []string `json:"args,omitempty"`
	SHA256 string   `json:"sha256"`
	// Inputs are the files that Args name, with their digests.
	Inputs map[string]string `json:"inputs,omitempty"`
	// Sandbox is what the user agreed to for a process; "" is what its source says.
	Sandbox host.Sandbox `json:"sandbox,omitempty"`
	Wasm    bool         `json:"wasm"`
	// Description is a passpb.DescribeResponse.
	Description []byte `json:"description"`
}

// Of is the record of a plugin that was opened from s, to be trusted as it is.
func Of(s host.Source, p *host.Plugin) (Plugin, error) {
	if p.Described() == nil {
		return Plugin{}, fmt.Errorf("plugin %s was not asked what it is", s.Path)
	}
	return Plugin{
		Path: s.Path, Args: s.Args, SHA256: p.Digest(), Inputs: s.Inputs, Sandbox: s.Sandbox,
		Wasm: p.Transport() == "wasm", Description: p.Described().Marshal(),
	}, nil
}

// Find is the plugin of the record that s names, nil if it has none: also where its
// configuration pins another file than the one that was trusted.
func (r *Record) Find(s host.Source) *Plugin {
	for i := range r.Plugins {
		if p := &r.Plugins[i]; p.Path == s.Path && slices.Equal(p.Args, s.Args) && (s.SHA256 == "" || strings.EqualFold(s.SHA256, p.SHA256)) {
			return p
		}
	}
	return nil
}

// Open makes the plugin known to a host. It is started when a pass of it runs, if its
// content is what the record says.
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
