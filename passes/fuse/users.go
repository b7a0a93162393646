package fuse

import "container/heap"

// users are the statements that use what a group makes, as a heap of their
// places. Fusing moves a statement down, so the least place may be out of date;
// it is brought up to date when it is asked for.
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

// with is both.
func (u users) with(v users) users {
	if len(u) < len(v) {
		u, v = v, u
	}
	for _, place := range v {
		heap.Push(&u, place)
	}
	return u
}

// firstUse is the place of the first statement that uses what g makes, -1 if
// there is none. Statement p runs at place now(p); what runs in g is no user.
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
