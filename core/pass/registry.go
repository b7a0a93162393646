package pass

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// Registry is a set of passes, by name. A compilation has its own, or uses Default.
type Registry struct {
	passes map[string]*Pass
}

// NewRegistry returns a registry of the given passes.
func NewRegistry(passes ...*Pass) *Registry {
	r := &Registry{map[string]*Pass{}}
	for _, p := range passes {
		r.Register(p)
	}
	return r
}

// Default holds the passes of the packages that are linked in.
var Default = NewRegistry()

// Register adds p. It panics if the declaration is ill-formed or its name is taken, which
// is a bug of its author; see Add for passes from elsewhere.
func (r *Registry) Register(p *Pass) {
	if err := r.Add(p); err != nil {
		panic(err)
	}
}

// Add adds p if it is well formed and its name is free.
func (r *Registry) Add(p *Pass) error {
	if err := p.valid(); err != nil {
		return fmt.Errorf("declaring pass %q: %w", p.Name, err)
	}
	if r.passes[p.Name] != nil {
		return fmt.Errorf("declaring pass %q: another pass has that name", p.Name)
	}
	r.passes[p.Name] = p
	return nil
}

// Replacing returns a registry of r's passes, with those of the given names replaced.
func (r *Registry) Replacing(passes ...*Pass) (*Registry, error) {
	out := NewRegistry()
	for _, p := range passes {
		if r.passes[p.Name] == nil {
			return nil, fmt.Errorf("replacing pass %q: there is none of that name", p.Name)
		}
		if err := out.Add(p); err != nil {
			return nil, err
		}
	}
	for name, p := range r.passes {
		if out.passes[name] == nil {
			out.passes[name] = p
		}
	}
	return out, nil
}

// Lookup returns the pass of that name, or nil.
func (r *Registry) Lookup(name string) *Pass { return r.passes[name] }

// Find is Lookup with an error that suggests a remedy if there is no such pass.
func (r *Registry) Find(name string) (*Pass, error) {
	if p := r.passes[name]; p != nil {
		return p, nil
	}
	return nil, r.unknown(name)
}

// Passes returns the passes, sorted by name.
func (r *Registry) Passes() []*Pass {
	out := make([]*Pass, 0, len(r.passes))
	for _, p := range r.passes {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *Pass) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// valid returns an error if the declaration is ill-formed.
func (p *Pass) valid() error {
	switch {
	case !isName(p.Name):
		return fmt.Errorf("a name is lower-case words joined by hyphens")
	case p.Summary == "":
		return fmt.Errorf("the summary is missing")
	case p.From == 0:
		return fmt.Errorf("the levels it runs at are missing")
	case p.Run == nil:
		return fmt.Errorf("the function is missing")
	}
	for i := range p.Options {
		if err := p.Options[i].valid(); err != nil {
			return err
		}
		if p.Options[i].Name == Rewrites {
			return fmt.Errorf("option %s is every pass's; give yours another name", Rewrites)
		}
	}
	for _, c := range p.Constraints {
		if c.Reason == "" {
			return fmt.Errorf("the constraint on %s states no reason", c.Pass)
		}
	}
	return nil
}

// isName reports whether s is lower-case words joined by hyphens.
func isName(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' || s[len(s)-1] == '-' {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.Contains(s, "--")
}

// ErrUnknown is wrapped by the error for a name that is not in the registry.
var ErrUnknown = errors.New("no pass")

// unknown returns the error for a name that is not in the registry.
func (r *Registry) unknown(name string) error {
	best, near := len(name)/2+1, ""
	for _, p := range r.Passes() {
		if d := source.Distance(name, p.Name); d < best {
			best, near = d, p.Name
		}
	}
	if near != "" {
		return fmt.Errorf("%w is called %q; did you mean %s?", ErrUnknown, name, near)
	}
	return fmt.Errorf("%w is called %q; `lamina passes` lists them", ErrUnknown, name)
}
