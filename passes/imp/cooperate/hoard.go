package cooperate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hoard is a kernel whose groups have their points' rows in shared memory.
type hoard struct {
	body    []imp.Stm
	shared  []imp.Shared
	fit     imp.Expr  // that there is room
	instead imp.Names // the host's blocks that it does without
}

// hoarded is body, of a kernel with rows, with these in shared memory: all rows that variables may hold
// lie in one block, and the variables become offsets in it. It is nil if there are no such rows.
func (k *kernel) hoarded(h *hosted, body []imp.Stm) *hoard {
	r := &hoarding{kernel: k, hosted: h, hoard: &hoard{instead: imp.Names{}}, blocks: map[*held]name.Name{}, offsets: map[name.Name]name.Name{}, all: imp.Int(0)}
	out := r.list(k.accessing(body, func(p *held, block name.Name, _ scalar.Type, at imp.Expr) (name.Name, imp.Expr) {
		if p.size <= 0 {
			return block, at
		}
		return r.block(p), imp.Add(r.offset(block, p), at.(*imp.At).Dims[1].Index)
	}))
	if len(r.blocks) == 0 {
		return nil
	}
	r.body, r.fit = out, and(r.fit, prim(scalar.Le, r.all, imp.Int(room)))
	return r.hoard
}

// hoarding is the state of it.
type hoarding struct {
	*kernel
	*hosted
	*hoard
	blocks  map[*held]name.Name
	offsets map[name.Name]name.Name // of rows, in variables in place of those that hold blocks
	all     imp.Expr                // bytes
}

// block is the shared block for the rows of p.
func (r *hoarding) block(p *held) name.Name {
	if _, known := r.blocks[p]; !known {
		r.blocks[p] = r.kernel.fresh("rows")
		bytes := imp.Mul(imp.Int(int64(len(p.roots))), p.each)
		r.shared = append(r.shared, imp.Shared{Name: r.blocks[p], Bytes: bytes})
		r.all = imp.Add(r.all, bytes)
		r.fit = and(r.fit, prim(scalar.Le, p.each, imp.Int(room)))
		for _, b := range p.roots {
			r.instead[b] = true
		}
	}
	return r.blocks[p]
}

// offset is the first element of the row that variable n holds.
func (r *hoarding) offset(n name.Name, p *held) imp.Expr {
	if i := slices.Index(p.roots, n); i >= 0 {
		return imp.Mul(imp.Int(int64(i)), p.elements(r.hosted, p.size))
	}
	if _, known := r.offsets[n]; !known {
		r.offsets[n] = r.kernel.fresh(n.Base)
	}
	return imp.IntVar(r.offsets[n])
}

// list has offsets in place of blocks that variables hold.
func (r *hoarding) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch st := s.(type) {
		case *imp.DeclareBlock:
			if p := r.own(st.Name); p != nil {
				r.offset(st.Name, p)
				s = &imp.Declare{Name: r.offsets[st.Name], Type: scalar.I64, Init: imp.Int(0)}
			}
		case *imp.AssignBlock:
			p := r.own(st.Dst)
			if p != nil && st.Src.IsZero() {
				continue
			}
			if p != nil {
				s = &imp.Assign{Name: r.offset(st.Dst, p).(*imp.Var).Name, X: r.offset(st.Src, p)}
			}
		default:
			s = imp.WithBodies(s, r.list)
		}
		out = append(out, s)
	}
	return out
}

// own is what variable n holds if that is in shared memory.
func (r *hoarding) own(n name.Name) *held {
	if p := r.held(n); p != nil && p.apart && p.size > 0 {
		return p
	}
	return nil
}
