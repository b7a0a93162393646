package host

import (
	"fmt"
	"path/filepath"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// declared returns the declaration of a pass from a plugin's description, with some of its
// defaults replaced. Its Run is not set.
func declared(in *passpb.Pass, defaults map[string]string) (pass.Pass, error) {
	out := pass.Pass{Name: in.Name, Summary: source.Printable(in.Summary)}
	for _, name := range in.From {
		l, ok := pass.ParseLevel(name)
		if !ok {
			return out, fmt.Errorf("there is no level %q", name)
		}
		out.From |= pass.At(l)
	}
	if in.To != "" {
		var ok bool
		if out.To, ok = pass.ParseLevel(in.To); !ok {
			return out, fmt.Errorf("there is no level %q", in.To)
		}
	}
	for _, o := range in.Options {
		out.Options = append(out.Options, option(o))
	}
	for _, c := range in.Constraints {
		if c.Order < 0 || c.Order > passpb.Order_NEEDS {
			return out, fmt.Errorf("there is no order %d", c.Order)
		}
		out.Constraints = append(out.Constraints, pass.Constraint{Order: pass.Order(c.Order), Pass: c.Pass, Reason: c.Reason})
	}
	for name, value := range defaults {
		if err := out.SetDefault(name, value); err != nil {
			return out, err
		}
	}
	return out, nil
}

func option(in *passpb.Option) pass.Option {
	out := pass.Option{Name: in.Name, Doc: in.Doc, Choices: in.Choices}
	switch d := in.Default.(type) {
	case *passpb.Option_Bool:
		out.Default = d.Bool
	case *passpb.Option_Int:
		out.Default = int(d.Int)
	case *passpb.Option_Text:
		out.Default = d.Text
	}
	return out
}

// descriptions returns the cache of descriptions, keyed by the digest of the plugin's file, so
// that an unchanged plugin is not asked again.
func (h *Host) descriptions() private.Store {
	if h.config.Cache == "" {
		return private.Store{}
	}
	return private.Store{Dir: filepath.Join(h.config.Cache, "descriptions")}
}

func (p *Plugin) cachedDescription() (*passpb.DescribeResponse, bool) {
	if p.digest == "" {
		return nil, false
	}
	b, ok := p.host.descriptions().Get(p.digest)
	if !ok {
		return nil, false
	}
	out := new(passpb.DescribeResponse)
	return out, out.Unmarshal(b) == nil && out.Complete
}

func (p *Plugin) cacheDescription(d *passpb.DescribeResponse) {
	if p.digest != "" {
		p.host.descriptions().Put(p.digest, d.Marshal())
	}
}
