package host

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/lamina-lang/lamina/core/pass"
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

// descriptionFile returns the cache file for the plugin's description, keyed by the digest
// of the plugin's file, so that an unchanged plugin is not asked again. "" if descriptions
// are not cached.
func (p *Plugin) descriptionFile() string {
	if p.host.config.Cache == "" || p.digest == "" {
		return ""
	}
	return filepath.Join(p.host.config.Cache, "descriptions", p.digest+".pb")
}

func (p *Plugin) cachedDescription() (*passpb.DescribeResponse, bool) {
	file := p.descriptionFile()
	if file == "" {
		return nil, false
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	out := new(passpb.DescribeResponse)
	return out, out.Unmarshal(b) == nil && out.Complete
}

// cacheDescription caches a description. A cache that cannot be written is not an error.
func (p *Plugin) cacheDescription(d *passpb.DescribeResponse) {
	file := p.descriptionFile()
	if file == "" || os.MkdirAll(filepath.Dir(file), 0o777) != nil {
		return
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return
	}
	_, err = temporary.Write(d.Marshal())
	if closed := temporary.Close(); err != nil || closed != nil || os.Rename(temporary.Name(), file) != nil {
		_ = os.Remove(temporary.Name())
	}
}
