// Package forwardblocks removes block variables that are other names of blocks, at level imp:
//
//	var x: mem
//	x <- hold(bins)
//	… x.f32[i] …
//	x <- empty
//
// accesses bins instead. The bodies of operators give their array arguments names of their own, in
// each iteration of a histogram or reduction; to hold a block and to let go of it are atomic
// operations. Without the second name, later passes also see which accesses are apart.
package forwardblocks

import (
	"context"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is forward-blocks.
var Pass = &pass.Pass{
	Name:    "forward-blocks",
	Summary: "access blocks by their first names",
	From:    pass.At(pass.Imp),
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		w := &walk{variables: map[name.Name]*variable{}}
		for _, p := range f.Params {
			w.of(p.Name).fixed = true
		}
		for _, r := range f.Results {
			w.of(r.Name).fixed = true
		}
		w.list(f.Body)
		to := map[name.Name]name.Name{}
		for _, x := range w.copies {
			if w.forwards(x) && u.Rewrite() {
				to[x] = w.of(x).source
			}
		}
		if len(to) > 0 {
			for x := range to {
				to[x] = first(to, x)
			}
			f.Body = imp.Rename(without(f.Body, to), to, nil)
		}
		return nil
	})
}

// first returns the name that a variable has after all replacements.
func first(to map[name.Name]name.Name, x name.Name) name.Name {
	for {
		y, ok := to[x]
		if !ok {
			return x
		}
		x = y
	}
}

// variable describes the uses of a block variable in a function. Places are numbers of statements, in the
// order of the text.
type variable struct {
	fixed    bool      // a parameter or a result, or what more than one statement gives a block
	declared int       // the list that declares it
	source   name.Name // what it is a copy of, by the only statement that gives it a block
	copied   int       // the place of that statement, 0 if there is none
	end      int       // the last place of the list of that statement
	emptied  int       // the place where the same list makes it empty, if it does
	lastUse  int
	changes  []int // the places of all statements that assign it
}

// walk goes through a function once.
type walk struct {
	variables map[name.Name]*variable
	copies    []name.Name
	place     int
	lists     int
}

func (w *walk) of(b name.Name) *variable {
	v := w.variables[b]
	if v == nil {
		v = &variable{emptied: math.MaxInt}
		w.variables[b] = v
	}
	return v
}

func (w *walk) list(list []imp.Stm) {
	w.lists++
	id := w.lists
	var copied []*variable
	for _, s := range list {
		w.place++
		w.uses(s)
		switch s := s.(type) {
		case *imp.DeclareBlock:
			w.of(s.Name).declared = id
		case *imp.AssignBlock:
			if v := w.assign(s, id); v != nil {
				copied = append(copied, v)
			}
		default:
			for _, b := range given(s) {
				w.change(b).fixed = true
			}
		}
		for _, body := range imp.Bodies(s) {
			w.list(body)
		}
	}
	for _, v := range copied {
		v.end = w.place
	}
}

// assign notes an assignment in list id, and returns the variable if it may be another name.
func (w *walk) assign(s *imp.AssignBlock, id int) *variable {
	v := w.change(s.Dst)
	switch {
	case v.declared != id:
		v.fixed = true
	case s.Src.IsZero():
		v.emptied = min(v.emptied, w.place)
	case v.copied > 0:
		v.fixed = true
	default:
		v.source, v.copied = s.Src, w.place
		w.copies = append(w.copies, s.Dst)
		return v
	}
	return nil
}

func (w *walk) change(b name.Name) *variable {
	v := w.of(b)
	v.changes = append(v.changes, w.place)
	return v
}

// uses notes the variables that a statement itself reads.
func (w *walk) uses(s imp.Stm) {
	use := func(b name.Name) { w.of(b).lastUse = w.place }
	imp.EachLoad(s, func(l *imp.Load) { use(l.Block) })
	if a, ok := s.(*imp.AssignBlock); ok {
		use(a.Src)
	} else {
		imp.BlocksOf(s, use)
	}
	imp.Roots(s, func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			switch e := e.(type) {
			case *imp.Bytes:
				use(e.Block)
			case *imp.Apart:
				for _, b := range slices.Concat(e.Written, e.Read) {
					use(b)
				}
			}
		})
	})
}

// given returns the variables to which a statement other than an assignment gives blocks.
func given(s imp.Stm) []name.Name {
	switch s := s.(type) {
	case *imp.Alloc:
		return []name.Name{s.Block}
	case *imp.Call:
		return s.Results
	case *imp.Foreign:
		var all []name.Name
		imp.BlocksOf(s, func(b name.Name) { all = append(all, b) })
		return all
	}
	return nil
}

// forwards reports whether all that x is used for can use what it is a copy of, which must keep its
// block until then.
func (w *walk) forwards(x name.Name) bool {
	v := w.of(x)
	if v.fixed || v.emptied < max(v.copied, v.lastUse) {
		return false
	}
	end := min(v.end, v.emptied)
	changes := w.of(v.source).changes
	k, _ := slices.BinarySearch(changes, v.copied)
	return k == len(changes) || changes[k] > end
}

// without removes what declares and assigns the replaced variables.
func without(list []imp.Stm, to map[name.Name]name.Name) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		var b name.Name
		switch s := s.(type) {
		case *imp.DeclareBlock:
			b = s.Name
		case *imp.AssignBlock:
			b = s.Dst
		}
		if _, replaced := to[b]; replaced {
			continue
		}
		if len(imp.Bodies(s)) > 0 {
			s = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return without(body, to) })
		}
		out = append(out, s)
	}
	return out
}
