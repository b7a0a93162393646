package backend

import (
	"strings"
	"testing"
)

type named struct {
	Backend
	name string
}

func (n named) Name() string { return n.name }

func TestRegistry(t *testing.T) {
	r, err := NewRegistry(named{name: "first"}, named{name: "second"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ ask, want string }{{"", "first"}, {"first", "first"}, {"second", "second"}} {
		b, err := r.Lookup(c.ask)
		if err != nil || b.Name() != c.want {
			t.Errorf("Lookup(%q) = %v, %v; want %s", c.ask, b, err, c.want)
		}
	}
	if _, err := r.Lookup("third"); err == nil || !strings.Contains(err.Error(), "first, second") {
		t.Errorf("an unknown name is reported as %v, without the names there are", err)
	}
	if err := r.Add(named{name: "second"}); err == nil {
		t.Error("a second backend of one name was accepted")
	}
	if got := len(r.Backends()); got != 2 {
		t.Errorf("%d backends, want 2", got)
	}
}
