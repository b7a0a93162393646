package guests

import (
	"context"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/guests/bad"
	"github.com/lamina-lang/lamina/plugins/host"
)

// BenchmarkStart measures starting a plugin, running a pass in it, and ending it, for a
// plugin that is part of the compiler and for others.
func BenchmarkStart(b *testing.B) {
	for _, c := range []struct {
		name    string
		trusted bool
		source  host.Source
	}{
		{"own", true, host.Source{}},
		{"off", false, host.Source{Sandbox: host.Off}},
		{"strict", false, host.Source{Sandbox: host.Strict}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.source.Path = this(b)
			for b.Loop() {
				h := host.New(host.Config{})
				var p *host.Plugin
				var err error
				if c.trusted {
					p, err = h.Trust(c.source, bad.Plugin.Passes, nil)
				} else {
					p, err = h.Open(context.Background(), c.source)
				}
				if err != nil {
					b.Fatal(err)
				}
				u, err := unit()
				if err != nil {
					b.Fatal(err)
				}
				if err := run(context.Background(), pass.Manager{}, u, p, "fine"); err != nil {
					b.Fatal(err)
				}
				if err := h.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
