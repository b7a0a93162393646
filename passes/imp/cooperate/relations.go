package cooperate

import (
	"maps"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// relation holds the pairs of block variables that may hold one block. Variables that a loop of
// steps exchanges hold different blocks in every step, which no set of blocks that each may hold
// would tell.
type relation map[[2]name.Name]bool

func pair(a, b name.Name) [2]name.Name {
	if b.ID < a.ID || b.ID == a.ID && b.Base < a.Base {
		a, b = b, a
	}
	return [2]name.Name{a, b}
}

func (r relation) has(a, b name.Name) bool { return a == b || r[pair(a, b)] }

// forget removes what is known of n.
func (r relation) forget(n name.Name) {
	for p := range r {
		if p[0] == n || p[1] == n {
			delete(r, p)
		}
	}
}

// assign makes dst hold the block of src.
func (r relation) assign(dst, src name.Name) {
	if dst == src {
		return
	}
	r.forget(dst)
	if src.IsZero() {
		return
	}
	var others []name.Name
	for p := range r {
		switch src {
		case p[0]:
			others = append(others, p[1])
		case p[1]:
			others = append(others, p[0])
		}
	}
	for _, n := range append(others, src) {
		if n != dst {
			r[pair(dst, n)] = true
		}
	}
}

// relations are those that hold where statements begin: at loops, of each of their iterations.
type relations map[imp.Stm]relation

// relate changes now, which holds before list, into what holds behind it, and notes relations.
func (rs relations) relate(list []imp.Stm, now relation) {
	for _, s := range list {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			now.forget(s.Name)
		case *imp.AssignBlock:
			now.assign(s.Dst, s.Src)
		case *imp.If:
			other := maps.Clone(now)
			rs.relate(s.Then, now)
			rs.relate(s.Else, other)
			maps.Copy(now, other)
		case *imp.For:
			rs.again(s.Body, now)
			rs[s] = maps.Clone(now)
		case *imp.While:
			rs.again(s.Body, now)
		case *imp.Copy:
			rs[s] = maps.Clone(now)
		}
	}
}

// again is relate for a body that may run any number of times.
func (rs relations) again(body []imp.Stm, now relation) {
	for {
		before := len(now)
		end := maps.Clone(now)
		rs.relate(body, end)
		maps.Copy(now, end)
		if len(now) == before {
			return
		}
	}
}

// relate finds which block variables may hold one block in list, the body of a kernel. Blocks from
// outside are as the kernel's alias tells, but for those of apart, which hold blocks of their own.
func (k *kernel) relate(list []imp.Stm, apart imp.Names) {
	now := relation{}
	written, read := imp.BlockUses(list)
	outside := append(written, read...)
	for i, a := range outside {
		for _, b := range outside[i+1:] {
			if !apart[a] && !apart[b] && k.alias(a, b) {
				now[pair(a, b)] = true
			}
		}
	}
	k.related = relations{}
	k.related.relate(list, now)
}

// mayBeOne reports whether a and b may hold one block where s begins.
func (k *kernel) mayBeOne(s imp.Stm, a, b name.Name) bool {
	if r, ok := k.related[s]; ok {
		return r.has(a, b)
	}
	return k.alias(a, b)
}
