package wirefmt

import "testing"

func TestSlabsGiveEachValueOnce(t *testing.T) {
	var s Slab[int]
	seen := map[*int]bool{}
	for i := range 3 * mostPiece {
		p := s.Put(i)
		if seen[p] {
			t.Fatalf("value %d is given out twice", i)
		}
		seen[p] = true
	}
	for p := range seen {
		*p++
	}
	if p := s.New(); *p != 0 {
		t.Errorf("a new value is %d", *p)
	}
}

// Lists of one slab grow without getting in each other's way, whatever they were told
// of their length.
func TestListsOfASlabStayApart(t *testing.T) {
	var s Slab[int]
	lists := make([][]*int, 5)
	for i := range 400 {
		for k := range lists {
			lists[k] = s.Add(lists[k], s.Put(10*i+k), k)
		}
	}
	for k, l := range lists {
		if len(l) != 400 {
			t.Fatalf("list %d has %d elements", k, len(l))
		}
		for i, p := range l {
			if *p != 10*i+k {
				t.Fatalf("element %d of list %d is %d", i, k, *p)
			}
		}
	}
}
