package store

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/scalar"
)

// The marks find a conflict exactly when the definition does: some iteration
// writes a byte that another one reads or writes, where atomic updates conflict
// with all but each other.
func TestRacesAgainstTheDefinition(t *testing.T) {
	type event struct {
		id   int32
		kind Access
		elem scalar.Type
		at   int64
	}
	types := []scalar.Type{scalar.I8, scalar.F16, scalar.I32, scalar.F64}
	rapid.Check(t, func(t *rapid.T) {
		var events []event
		for id := int32(1); id <= 3; id++ {
			for range rapid.IntRange(0, 3).Draw(t, "accesses") {
				elem := rapid.SampledFrom(types).Draw(t, "type")
				events = append(events, event{
					id,
					Access(rapid.IntRange(0, 2).Draw(t, "kind")),
					elem,
					rapid.Int64Range(0, int64(16/elem.Size())-1).Draw(t, "at"),
				})
			}
		}
		meet := func(a, b event) bool {
			first, second := a.at*int64(a.elem.Size()), b.at*int64(b.elem.Size())
			return first < second+int64(b.elem.Size()) && second < first+int64(a.elem.Size())
		}
		forbidden := func(a, b event) bool {
			return a.kind == Writes || b.kind == Writes || a.kind != b.kind
		}
		want := false
		for i, a := range events {
			for _, b := range events[:i] {
				want = want || a.id != b.id && meet(a, b) && forbidden(a, b)
			}
		}

		b := NewBlock("b", 16)
		b.Born = 1
		r := &Race{epoch: 1, since: 1}
		got := false
		for _, e := range events {
			r.id = e.id
			other, did := r.touch(b, e.elem, e.at, e.kind, never)
			if other == 0 {
				continue
			}
			got = true
			real := false
			for _, f := range events {
				real = real || f.id == other && f.kind == did && f.id != e.id && meet(e, f)
			}
			if !real {
				t.Errorf("%+v is in conflict with something that iteration %d did not do", e, other)
			}
		}
		if got != want {
			t.Errorf("race: got %v, want %v in %+v", got, want, events)
		}
	})
}
