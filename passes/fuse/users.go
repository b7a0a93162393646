package fuse

import "container/heap"

// users is a heap of the places of the statements that use a group's results. Fusion moves
// statements down, so a place may be out of date; firstUse updates it when asked.
type users []int

func (u users) Len() int           { return len(u) }
func (u users) Less(i, j int) bool { return u[i] < u[j] }
func (u users) Swap(i, j int)      { u[i], u[j] = u[j], u[i] }
func (u *users) Push(x any)        { *u = append(*u, x.(int)) }
func (u *users) Pop() any {
	last := (*u)[len(*u)-1]
	*u = (*u)[:len(*u)-1]
	return last
}

// with merges two heaps.
func (u users) with(v users) users {
	if len(u) < len(v) {
		u, v = v, u
	}
	for _, place := range v {
		heap.Push(&u, place)
	}
	return u
}

// firstUse returns the place of the first statement that uses results of g, or -1.
// Statement p runs at place now(p); statements fused into g do not count.
func (g *group) firstUse(now func(p int) int) int {
	for len(g.users) > 0 {
		least := g.users[0]
		place := now(least)
		if place == least && place != g.place {
			return place
		}
		for len(g.users) > 0 && g.users[0] == least {
			heap.Pop(&g.users)
		}
		if place != g.place {
			heap.Push(&g.users, place)
		}
	}
	return -1
}
