package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Part describes blocks that become parts of one block: which part the running thread has, as
// dimensions before those of its accesses. Strides are in bytes, and multiples of 8, here.
type Part struct {
	Block name.Name // the one block
	Dims  []PartDim
}

// PartDim is a dimension of parts.
type PartDim struct {
	Size, Index Expr
	// Stride is the distance of parts in elements of that many bytes.
	Stride func(bytes int) Expr
}

// Movable reports whether every use of a block in a list is a load, a store, an atomic operation,
// a copy, its allocation or its release: then Move can make it a part of another one.
func Movable(list []Stm, block name.Name) bool {
	movable := true
	Walk(list, func(s Stm) bool {
		switch s := s.(type) {
		case *AssignBlock:
			if s.Src == block || s.Dst == block && !s.Src.IsZero() {
				movable = false
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { movable = movable && b != block })
			for _, r := range results(s) {
				movable = movable && r != block
			}
		case *Parallel, *Launch:
			movable = false
		}
		Roots(s, func(e Expr) {
			WalkExpr(e, func(e Expr) {
				switch e := e.(type) {
				case *Bytes:
					movable = movable && e.Block != block
				case *Apart:
					for _, b := range append(append([]name.Name{}, e.Written...), e.Read...) {
						movable = movable && b != block
					}
				case *Load:
					if e.Block == block && TypeOf(e.Index) != scalar.I64 {
						movable = false
					}
				}
			})
		})
		switch s := s.(type) {
		case *Store:
			movable = movable && (s.Block != block || TypeOf(s.Index) == scalar.I64)
		case *Atomic:
			movable = movable && (s.Block != block || TypeOf(s.Index) == scalar.I64)
		}
		return movable
	})
	return movable
}

// Move makes movable blocks parts of others in a list: it redirects their accesses, and leaves
// out their declarations, allocations and releases.
func Move(list []Stm, parts map[name.Name]Part) []Stm {
	list = Replace(list, func(e Expr) Expr {
		l, ok := e.(*Load)
		if !ok {
			return e
		}
		p, moved := parts[l.Block]
		if !moved {
			return e
		}
		return &Load{Block: p.Block, Elem: l.Elem, Index: p.at(l.Elem, l.Index), Lanes: l.Lanes}
	})
	return moveStores(list, parts)
}

func moveStores(list []Stm, parts map[name.Name]Part) []Stm {
	out := make([]Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *DeclareBlock:
			if _, moved := parts[s.Name]; moved {
				continue
			}
		case *Alloc:
			if _, moved := parts[s.Block]; moved {
				continue
			}
		case *AssignBlock:
			if _, moved := parts[s.Dst]; moved {
				continue
			}
		case *Store:
			if p, moved := parts[s.Block]; moved {
				out = append(out, &Store{Block: p.Block, Elem: s.Elem, Index: p.at(s.Elem, s.Index), X: s.X, Lanes: s.Lanes})
				continue
			}
		case *Atomic:
			if p, moved := parts[s.Block]; moved {
				a := *s
				a.Block, a.Index = p.Block, p.at(s.Elem, s.Index)
				out = append(out, &a)
				continue
			}
		case *Copy:
			c := *s
			c.Dst, c.Src = movedView(s.Dst, s.Elem, parts), movedView(s.Src, s.Elem, parts)
			out = append(out, &c)
			continue
		}
		out = append(out, WithBodies(s, func(body []Stm) []Stm { return moveStores(body, parts) }))
	}
	return out
}

func movedView(v View, elem scalar.Type, parts map[name.Name]Part) View {
	p, moved := parts[v.Block]
	if !moved {
		return v
	}
	offset := v.Offset
	for _, d := range p.Dims {
		offset = Add(offset, Mul(d.Index, d.Stride(elem.Size())))
	}
	return View{p.Block, offset, v.Strides}
}

// at is an index into a part.
func (p Part) at(elem scalar.Type, index Expr) Expr {
	out := &At{Offset: index}
	var dims []AtDim
	if at, ok := index.(*At); ok {
		out.Offset, dims = at.Offset, at.Dims
	}
	for _, d := range p.Dims {
		out.Dims = append(out.Dims, AtDim{Size: d.Size, Stride: d.Stride(elem.Size()), Index: d.Index})
	}
	out.Dims = append(out.Dims, dims...)
	return out
}
