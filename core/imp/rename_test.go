package imp_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/imp/imptest"
	"github.com/lamina-lang/lamina/core/name"
)

// A copy without new names reads as what it was copied from, and one whose names are
// all new declares none of the old ones.
func TestRename(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := imptest.Program(t)
		before := p.String()
		old := imp.Names{}
		for _, f := range p.Funs {
			for n := range imp.Changes(f.Body) {
				old[n] = true
			}
			f.Body = imp.Rename(f.Body, map[name.Name]name.Name{}, nil)
		}
		if after := p.String(); after != before {
			t.Fatalf("copied to\n%s\nfrom\n%s", after, before)
		}
		for _, f := range p.Funs {
			copied := imp.Rename(f.Body, map[name.Name]name.Name{}, name.NewSupply(1_000_000))
			imp.Walk(copied, func(s imp.Stm) bool {
				switch s := s.(type) {
				case *imp.Declare:
					if old[s.Name] {
						t.Fatalf("%v is declared again", s.Name)
					}
				case *imp.For:
					if old[s.Index] {
						t.Fatalf("%v is declared again", s.Index)
					}
				}
				return true
			})
		}
	})
}
