package fuse

import (
	"container/heap"
	"slices"
	"testing"
)

// Merged heaps hold the users of both groups, each as often as before, whichever is the
// larger: a user that were lost would let fusion move what it uses after it.
func TestMergedUsersAreThoseOfBoth(t *testing.T) {
	for _, c := range []struct{ u, v users }{
		{users{4}, users{1, 3, 2}},
		{users{1, 3, 2}, users{4}},
		{users{2}, users{2}},
		{nil, users{5, 7}},
	} {
		want := slices.Sorted(slices.Values(slices.Concat(c.u, c.v)))
		merged := slices.Clone(c.u).with(slices.Clone(c.v))
		var got users
		for len(merged) > 0 {
			got = append(got, heap.Pop(&merged).(int))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v and %v come to %v", c.u, c.v, got)
		}
	}
}
