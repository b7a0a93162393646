package backend

import (
	"fmt"
	"slices"
	"strings"
)

// Registry is a set of backends by name. The zero Registry is empty.
type Registry struct {
	backends []Backend
}

// NewRegistry returns a registry of the given backends, the default one first.
func NewRegistry(backends ...Backend) (*Registry, error) {
	r := &Registry{}
	for _, b := range backends {
		if err := r.Add(b); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Add adds b. It fails if a backend of that name is already registered.
func (r *Registry) Add(b Backend) error {
	if r.find(b.Name()) != nil {
		return fmt.Errorf("backend %s is registered twice", b.Name())
	}
	r.backends = append(r.backends, b)
	return nil
}

// Backends returns the backends in the order of registration.
func (r *Registry) Backends() []Backend { return slices.Clone(r.backends) }

// Lookup finds a backend by name; "" is the first. The error lists the known names.
func (r *Registry) Lookup(name string) (Backend, error) {
	if name == "" && len(r.backends) > 0 {
		return r.backends[0], nil
	}
	if b := r.find(name); b != nil {
		return b, nil
	}
	var names []string
	for _, b := range r.backends {
		names = append(names, b.Name())
	}
	return nil, fmt.Errorf("no backend is called %q; there are: %s", name, strings.Join(names, ", "))
}

func (r *Registry) find(name string) Backend {
	for _, b := range r.backends {
		if b.Name() == name {
			return b
		}
	}
	return nil
}
