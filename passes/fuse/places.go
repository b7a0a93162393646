package fuse

import "slices"

// places is a sorted set of places of statements in a body.
type places []int

func (p *places) add(i int) {
	if k, found := slices.BinarySearch(*p, i); !found {
		*p = slices.Insert(*p, k, i)
	}
}

// remove removes i and reports whether it was there.
func (p *places) remove(i int) bool {
	k, found := slices.BinarySearch(*p, i)
	if found {
		*p = slices.Delete(*p, k, k+1)
	}
	return found
}

func (p places) has(i int) bool {
	_, found := slices.BinarySearch(p, i)
	return found
}

// keep adds i and drops the first place if there are more than maxPartners.
func (p *places) keep(i int) {
	p.add(i)
	if len(*p) > maxPartners {
		*p = (*p)[1:]
	}
}

// between returns the places after i and before j.
func (p places) between(i, j int) places {
	low, _ := slices.BinarySearch(p, i+1)
	high, _ := slices.BinarySearch(p, j)
	return p[low:high]
}

// pop removes and returns the last place.
func (p *places) pop() int {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
