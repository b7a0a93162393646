// Package imp is the imperative representation that backends print: mutable
// scalar variables, expression trees, flat memory blocks, host code with
// parallel loops and device kernels inside it (the papers' IMP).
//
// Invariants:
//   - Every name is declared once in a program and is in scope from its
//     declaration to the end of the statement list it stands in.
//   - Expressions have no effects; Load reads memory.
//   - Block variables are reference counted: a block lives while a variable in
//     scope holds it. Assigning a block variable lets go of what it held; the end
//     of a scope lets go of what the scope's variables hold.
//   - The body of a Parallel assigns no variable declared outside it and its
//     iterations are independent: none reads or writes what another writes,
//     except through Atomic.
//   - Indices and sizes are i64; Load and Store count elements of their own
//     element type from the start of the block. Where the block holds an array, the
//     index is an At: the array's index function and a subscript for each dimension.
//     It stays whole until a backend prints code (Flat).
package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Program is a set of functions. Kernels stand where they are launched.
type Program struct {
	Funs  []*Fun
	Names *name.Supply
}

// Fun returns the function of that name, or nil.
func (p *Program) Fun(name string) *Fun {
	for _, f := range p.Funs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Fun is a function. Its body assigns the result variables, which are declared
// by the function itself: scalars start at zero, block variables empty.
type Fun struct {
	Name    string
	Entry   *Entry
	Params  []Param
	Results []Param
	Body    []Stm
	// InKernel marks a function that runs inside parallel code: it holds no
	// Parallel and no Launch.
	InKernel bool
	Pos      source.Pos
}

// Param declares a variable.
type Param struct {
	Name name.Name
	Type Type
}

// Type is a scalar type, or a block when Elem is zero.
type Type struct {
	Elem  scalar.Type
	Space Space
}

// Space is the memory space of a block: "" is the default one.
type Space string

// IsBlock reports whether t is the type of blocks.
func (t Type) IsBlock() bool { return t.Elem == 0 }

// Entry says how values cross the border of a function: which variables hold
// each of the caller's arguments and results.
type Entry struct {
	Params, Results []External
}

// External is a scalar (Shape nil: Var holds it) or a row-major array at the
// start of the block Var. A dimension of a parameter's shape is a constant that
// the argument must have, or an i64 parameter that takes the argument's size;
// the first argument to have a size fixes it, the others must agree.
type External struct {
	Name  string // as in the source, "" for most results
	Type  string // as in the source, for messages
	Elem  scalar.Type
	Var   name.Name
	Shape []Expr // *Const or *Var
	// Unique says that the function may overwrite the argument.
	Unique bool
}

// Expr is an expression without effects. The set is closed.
type Expr interface{ isExpr() }

type (
	// Const is a constant.
	Const struct{ Value scalar.Value }

	// Var reads a scalar variable.
	Var struct {
		Name name.Name
		Type scalar.Type
	}

	// Load reads the element at Index of a block seen as an array of Elem.
	Load struct {
		Block name.Name
		Elem  scalar.Type
		Index Expr
	}

	// Prim applies a scalar operator to operands of type Type.
	Prim struct {
		Fn   scalar.Op
		Type scalar.Type
		Args []Expr
	}

	// Convert converts a scalar.
	Convert struct {
		From, To scalar.Type
		X        Expr
	}

	// At is where an element of an array lies in its block: the index function
	// (LMAD) Offset + {(Size : Stride), …} applied to a subscript for each dimension.
	// Its value is Offset + Σ Index·Stride, in elements. Each subscript is at least 0
	// and below its dimension's size; there is at least one.
	At struct {
		Offset Expr
		Dims   []AtDim
	}

	// ID is where the running thread stands in a Launch, as an i64.
	ID struct{ Kind IDKind }
)

// AtDim is a dimension of an index function, and the subscript in it.
type AtDim struct{ Size, Stride, Index Expr }

// IDKind says which index or extent an ID reads.
type IDKind uint8

// The identities of a thread in a launch.
const (
	GroupID   IDKind = iota // of the work-group, from 0
	LocalID                 // of the thread in its group, from 0
	NumGroups               // work-groups launched
	GroupSize               // threads in a group
)

func (*Const) isExpr()   {}
func (*Var) isExpr()     {}
func (*Load) isExpr()    {}
func (*Prim) isExpr()    {}
func (*Convert) isExpr() {}
func (*At) isExpr()      {}
func (*ID) isExpr()      {}

// Stm is a statement. The set is closed.
type Stm interface{ isStm() }

type (
	// Declare introduces a scalar variable with a value.
	Declare struct {
		Name name.Name
		Type scalar.Type
		Init Expr
	}

	// Assign changes a scalar variable.
	Assign struct {
		Name name.Name
		X    Expr
	}

	// DeclareBlock introduces an empty block variable.
	DeclareBlock struct {
		Name  name.Name
		Space Space
	}

	// Alloc makes a fresh block of Bytes bytes and assigns it. What names the
	// arrays it is for, as the source calls them, for out-of-memory messages.
	Alloc struct {
		Block name.Name
		Bytes Expr
		Space Space
		What  string
		Pos   source.Pos
	}

	// AssignBlock makes Dst hold what Src holds; without Src, Dst becomes empty.
	AssignBlock struct{ Dst, Src name.Name }

	// Store writes an element.
	Store struct {
		Block name.Name
		Elem  scalar.Type
		Index Expr
		X     Expr
	}

	// Copy copies an array of the given Shape between two views of blocks.
	// Either the views are the same place, and nothing happens, or they are
	// disjoint.
	Copy struct {
		Elem     scalar.Type
		Shape    []Expr
		Dst, Src View
	}

	// If branches. Where Else is General it is right whether Cond holds or not, and
	// Then is what it comes to where Cond holds: a backend may run Else anywhere.
	If struct {
		Cond       Expr
		Then, Else []Stm
		General    bool
	}

	// For counts Index, declared here with Bound's type, from 0 below Bound,
	// which is evaluated once. The body does not assign Index.
	For struct {
		Index name.Name
		Type  scalar.Type
		Bound Expr
		Body  []Stm
	}

	// While repeats its body while Cond holds.
	While struct {
		Cond Expr
		Body []Stm
	}

	// Call runs a function: Args are scalars' expressions or, for block
	// parameters, BlockArgs by position. Results are assigned.
	Call struct {
		Fun     string
		Args    []Arg
		Results []name.Name
		Pos     source.Pos
	}

	// Assert stops the program unless Cond holds. Within parallel code the
	// failure of the lowest iteration is the one reported.
	Assert struct {
		Cond    Expr
		Message []MessagePart
		Trace   []source.Pos
	}

	// Parallel runs Body for each point of Space, in any order and at the same
	// time. The iterations are numbered in row-major order of their points.
	// Label names the kernel in profiles.
	Parallel struct {
		Label string
		Space []SpaceDim
		Body  []Stm
		Pos   source.Pos
	}

	// Launch runs Body on Groups × GroupSize threads. Threads of a group share
	// the Shared blocks and meet at Barriers.
	Launch struct {
		Label             string
		Groups, GroupSize Expr
		Shared            []Shared
		Body              []Stm
		Pos               source.Pos
	}

	// Foreign is a statement that this build does not know: a plugin's own. It uses
	// Args, assigns Results and holds Bodies; Text is what else it needs. The checker
	// takes no program that holds one: a pass that knows it has to lower it.
	Foreign struct {
		Name    string
		Args    []Arg
		Results []name.Name
		Text    string
		Bodies  [][]Stm
		Pos     source.Pos
	}

	// Barrier waits for every thread of the group, and makes their writes seen.
	Barrier struct{}

	// Atomic reads an element, stores a new one in one step, and, when Old is
	// not zero, declares Old with the value read. The new value is X for
	// Exchange, Fn(old, X) for Update; for CompareExchange it is X when old
	// equals Expected, else old.
	Atomic struct {
		Kind     AtomicKind
		Fn       scalar.Op // of Update
		Block    name.Name
		Elem     scalar.Type
		Index    Expr
		X        Expr
		Expected Expr // of CompareExchange
		Old      name.Name
	}
)

// SpaceDim is a dimension of an index space: the i64 Index, declared here,
// counts from 0 below Count; a Count that is not positive gives no points.
type SpaceDim struct {
	Index name.Name
	Count Expr
}

// View is a strided view of a block: element (i, j, …) lies at
// Offset + i·Strides[0] + j·Strides[1] + …, in elements.
type View struct {
	Block   name.Name
	Offset  Expr
	Strides []Expr
}

// Arg is an argument: a scalar's expression, or a block when X is nil.
type Arg struct {
	X     Expr
	Block name.Name
}

// Shared is a block of work-group memory.
type Shared struct {
	Name  name.Name
	Bytes Expr
}

// MessagePart is a piece of a message: text, or a scalar's value when Arg is set.
type MessagePart struct {
	Text string
	Arg  Expr
}

// AtomicKind says what an Atomic stores.
type AtomicKind uint8

// The kinds of atomic operation.
const (
	AtomicUpdate AtomicKind = iota
	AtomicExchange
	AtomicCompareExchange
)

func (*Declare) isStm()      {}
func (*Assign) isStm()       {}
func (*DeclareBlock) isStm() {}
func (*Alloc) isStm()        {}
func (*AssignBlock) isStm()  {}
func (*Store) isStm()        {}
func (*Copy) isStm()         {}
func (*If) isStm()           {}
func (*For) isStm()          {}
func (*While) isStm()        {}
func (*Call) isStm()         {}
func (*Assert) isStm()       {}
func (*Parallel) isStm()     {}
func (*Launch) isStm()       {}
func (*Foreign) isStm()      {}
func (*Barrier) isStm()      {}
func (*Atomic) isStm()       {}

// Position is where a statement stands in the source, for the kinds that know;
// else the zero Pos. Of an Assert it is the place that fails.
func Position(s Stm) source.Pos {
	switch s := s.(type) {
	case *Alloc:
		return s.Pos
	case *Call:
		return s.Pos
	case *Parallel:
		return s.Pos
	case *Launch:
		return s.Pos
	case *Foreign:
		return s.Pos
	case *Assert:
		if len(s.Trace) > 0 {
			return s.Trace[0]
		}
	}
	return source.Pos{}
}
