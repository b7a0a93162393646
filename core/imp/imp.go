// Package imp is the imperative representation that backends print: mutable scalar
// variables, expression trees, flat memory blocks, and host code with parallel loops and
// device kernels in it (the papers' IMP).
//
// Invariants:
//   - Every name is declared once in a program, and is in scope from its
//     declaration to the end of the enclosing statement list.
//   - Expressions have no effects; Load reads memory.
//   - Block variables are reference counted: a block lives while a variable in
//     scope holds it. Assigning a block variable releases the block it held; the end
//     of a scope releases the blocks that the scope's variables hold.
//   - The body of a Parallel assigns no variable declared outside it, and its
//     iterations are independent: none accesses what another one writes, except
//     through Atomic.
//   - Vectors are values of variables and expressions only: parameters, results, indices
//     and conditions are scalars (see LaneCounts).
//   - Sizes are i64, indices i64, i32 or u32; Load and Store count elements of their own
//     element type from the start of the block. If the block holds an array, the index is an
//     At: the array's index function and a subscript for each dimension. It stays
//     whole until a backend prints code (Flat).
package imp

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Program is a set of functions. Kernels appear inline, where they are launched.
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

// Fun is a function. Its body assigns the result variables, which the function declares:
// scalars start at zero, block variables empty.
type Fun struct {
	Name    string
	Entry   *Entry
	Params  []Param
	Results []Param
	Body    []Stm
	// InKernel marks a function called from parallel code: it contains no Parallel and no
	// Launch.
	InKernel bool
	Pos      source.Pos
}

// Param declares a variable.
type Param struct {
	Name name.Name
	Type Type
}

// Type is a scalar type, a vector of Lanes scalars if Lanes is not 0, or a block if Elem
// is zero.
type Type struct {
	Elem  scalar.Type
	Space Space
	Lanes int
}

// Space is the memory space of a block: "" is the default space.
type Space string

// IsBlock reports whether t is the type of blocks.
func (t Type) IsBlock() bool { return t.Elem == 0 }

// Entry describes how callers outside the program see a function: which variables hold
// each argument and result.
type Entry struct {
	Params, Results []External
}

// External is a scalar (Shape is nil and Var holds it) or a row-major array at the start
// of the block Var. A dimension of a parameter's shape is a constant, which the
// argument's size must equal, or an i64 parameter that takes the argument's size. The
// first argument with a size determines it; the others must agree.
type External struct {
	Name  string // as in the source, "" for most results
	Type  string // as in the source, for messages
	Elem  scalar.Type
	Var   name.Name
	Shape []Expr // *Const or *Var
	// Unique permits the function to overwrite the argument.
	Unique bool
}

// Expr is an expression without effects. The set is closed.
type Expr interface{ isExpr() }

type (
	// Const is a constant.
	Const struct{ Value scalar.Value }

	// Var reads a variable: a scalar, or a vector if Lanes is not 0.
	Var struct {
		Name  name.Name
		Type  scalar.Type
		Lanes int
	}

	// Load reads the element at Index of a block, viewed as an array of Elem; or a vector
	// of the Lanes elements from there on.
	Load struct {
		Block name.Name
		Elem  scalar.Type
		Index Expr
		Lanes int
	}

	// Prim applies a scalar operator to operands of type Type, in each lane if they are
	// vectors. If it is Exact, an operation on i32s, the program guarantees that the result
	// does not overflow, and that a divisor is positive.
	Prim struct {
		Fn    scalar.Op
		Type  scalar.Type
		Args  []Expr
		Exact bool
	}

	// Convert converts a scalar.
	Convert struct {
		From, To scalar.Type
		X        Expr
	}

	// At is the offset of an array element in its block: the index function (LMAD) Offset
	// + {(Size : Stride), …} applied to one subscript per dimension. Its value is Offset
	// + Σ Index·Stride, in elements. Each subscript is at least 0 and less than its
	// dimension's size; there is at least one dimension. Sizes are i64. The other parts have
	// one type, i64, i32 or u32, which is that of the value. In an At of i32s nothing
	// overflows; in one of u32s sums and products wrap, and the value, as an index, is right
	// if the block has fewer than 2^32 elements.
	At struct {
		Offset Expr
		Dims   []AtDim
	}

	// ID is an identity of the running thread in a Launch, or, on the host, the number of
	// threads there are for parallel loops, as an i64. Threshold is what a Threshold is
	// called, and Default its value where the user sets none.
	ID struct {
		Kind      IDKind
		Threshold string
		Default   int64
	}

	// Bytes is the size of the block that a variable holds, 0 if it holds none. A backend
	// may answer with a larger number.
	Bytes struct{ Block name.Name }

	// Apart tells whether each variable in Written holds a block that no other variable in
	// Written or Read holds. A backend may always answer no.
	Apart struct{ Written, Read []name.Name }
)

// AtDim is a dimension of an index function, and the subscript in it.
type AtDim struct{ Size, Stride, Index Expr }

// IDKind is the index or extent that an ID reads.
type IDKind uint8

// The identities of a thread in a launch; and those that host code alone reads, the same
// throughout a run, on which no result may depend. NumThreads is at least 1. Repeats is 1 in
// a run that repeats one that failed, otherwise 0 (ir.Enough). A Threshold is at least 0: a
// number of parallel iterations, which the user of a compiled program may set.
const (
	GroupID    IDKind = iota // of the work-group, from 0
	LocalID                  // of the thread in its group, from 0
	NumGroups                // work-groups launched
	GroupSize                // threads in a group
	NumThreads               // threads that run the iterations of parallel loops
	Repeats                  // whether the run repeats one that failed
	Threshold                // from how many iterations on one version is chosen over another
)

// OfHost reports whether host code alone reads the identity.
func (k IDKind) OfHost() bool { return k >= NumThreads }

func (*Const) isExpr()   {}
func (*Var) isExpr()     {}
func (*Load) isExpr()    {}
func (*Prim) isExpr()    {}
func (*Convert) isExpr() {}
func (*At) isExpr()      {}
func (*ID) isExpr()      {}
func (*Bytes) isExpr()   {}
func (*Apart) isExpr()   {}

// Stm is a statement. The set is closed.
type Stm interface{ isStm() }

type (
	// Declare declares a scalar variable, or a vector if Lanes is not 0, with an initial
	// value.
	Declare struct {
		Name  name.Name
		Type  scalar.Type
		Init  Expr
		Lanes int
	}

	// Assign changes a scalar or vector variable.
	Assign struct {
		Name name.Name
		X    Expr
	}

	// DeclareBlock declares an empty block variable.
	DeclareBlock struct {
		Name  name.Name
		Space Space
	}

	// Alloc allocates a fresh block of Bytes bytes and assigns it. What names the arrays
	// in it, as in the source, for out-of-memory messages.
	//
	// If Pool is not zero, the block may be Bytes bytes of the block that Pool holds, from byte
	// Offset on, until the variable is assigned again or its scope ends: nothing else uses these bytes
	// meanwhile, and Pool keeps its block. A backend may as well allocate a block of its own. The variable
	// holds nothing but such parts, of one pool, and no other variable ever holds one of them.
	Alloc struct {
		Block  name.Name
		Bytes  Expr
		Space  Space
		Pool   name.Name
		Offset Expr
		What   string
		Pos    source.Pos
	}

	// AssignBlock makes Dst hold the block of Src; if Src is zero, Dst becomes empty.
	AssignBlock struct{ Dst, Src name.Name }

	// Store writes an element; or the Lanes elements from Index on, in the order of the
	// lanes of X.
	Store struct {
		Block name.Name
		Elem  scalar.Type
		Index Expr
		X     Expr
		Lanes int
	}

	// Copy copies an array of the given Shape between two views of blocks. The views must
	// be either the same, and then nothing happens, or disjoint.
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

	// For counts Index, declared here with Bound's type, from 0 to Bound, exclusive;
	// Bound is evaluated once. The body must not assign Index.
	For struct {
		Index name.Name
		Type  scalar.Type
		Bound Expr
		Body  []Stm
		Pos   source.Pos
	}

	// While repeats its body while Cond holds.
	While struct {
		Cond Expr
		Body []Stm
		Pos  source.Pos
	}

	// Call runs a function. Args are expressions for scalars and blocks for block
	// parameters, by position. Results are assigned.
	Call struct {
		Fun     string
		Args    []Arg
		Results []name.Name
		Pos     source.Pos
	}

	// Assert stops the program unless Cond holds. In parallel code the failure of the
	// lowest iteration is reported.
	Assert struct {
		Cond    Expr
		Message []MessagePart
		Trace   []source.Pos
	}

	// Parallel runs Body for each point of Space, concurrently and in any order.
	// Iterations are numbered in row-major order of their points. Label names the kernel
	// in profiles.
	//
	// If it is Narrow, its indices are i32s, and there are at most MostNarrow iterations. If
	// it is Apart, no block that Body writes is held by two of the variables that Body uses.
	// If it is Prescribed, the programmer chose its shape: no pass may run the loops of an
	// iteration in parallel, or stage what they read in shared memory.
	Parallel struct {
		Label         string
		Space         []SpaceDim
		Body          []Stm
		Pos           source.Pos
		Narrow, Apart bool
		Prescribed    bool
	}

	// Launch runs Body on Groups × GroupSize threads. The threads of a group share the
	// Shared blocks and synchronise at Barriers. Apart is as in Parallel.
	Launch struct {
		Label             string
		Groups, GroupSize Expr
		Shared            []Shared
		Body              []Stm
		Pos               source.Pos
		Apart             bool
	}

	// Foreign is a statement that this build does not know: a plugin's own. It uses Args,
	// assigns Results and contains Bodies; Text holds anything else. The checker rejects
	// programs that contain one: a pass that knows it must lower it.
	Foreign struct {
		Name    string
		Args    []Arg
		Results []name.Name
		Text    string
		Bodies  [][]Stm
		Pos     source.Pos
	}

	// Barrier waits for every thread of the group, and makes their writes visible.
	Barrier struct{}

	// Atomic reads an element and stores a new one in one step. If Old is not zero it
	// declares Old with the value read. The new value is X for Exchange and Fn(old, X)
	// for Update; for CompareExchange it is X if old equals Expected, else old.
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

// MostNarrow is the largest number of iterations of a narrow Parallel. A backend may count
// somewhat beyond the end of a space in i32s.
const MostNarrow = 1<<31 - 1<<16

// IndexType is the type of the indices.
func (s *Parallel) IndexType() scalar.Type {
	if s.Narrow {
		return scalar.I32
	}
	return scalar.I64
}

// SpaceDim is a dimension of an index space: Index, declared here, ranges from 0 to Count,
// an i64, exclusive; if Count is not positive, the space is empty.
type SpaceDim struct {
	Index name.Name
	Count Expr
}

// View is a strided view of a block: element (i, j, …) is at Offset + i·Strides[0] +
// j·Strides[1] + …, in elements.
type View struct {
	Block   name.Name
	Offset  Expr
	Strides []Expr
}

// Arg is an argument: a scalar's expression, or a block if X is nil.
type Arg struct {
	X     Expr
	Block name.Name
}

// Shared is a block that the threads of a group share: work-group memory, or in space GroupGlobal
// a block of global memory for each group, which pass expand-allocs makes part of one block
// before the launch.
type Shared struct {
	Name  name.Name
	Bytes Expr
	Space Space
}

// GroupGlobal is the space of a Shared block in global memory.
const GroupGlobal Space = "global"

// MessagePart is a piece of a message: text, or a scalar's value if Arg is set.
type MessagePart struct {
	Text string
	Arg  Expr
}

// AtomicKind is the kind of an Atomic.
type AtomicKind uint8

// The kinds of atomic operation.
const (
	AtomicUpdate AtomicKind = iota
	AtomicExchange
	AtomicCompareExchange
)

// IsPart reports whether the block may lie in that of a pool.
func (s *Alloc) IsPart() bool { return !s.Pool.IsZero() }

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

// Position returns the source position of a statement, if its kind has one, else the zero
// Pos. For an Assert it is the position of the failure.
func Position(s Stm) source.Pos {
	switch s := s.(type) {
	case *Alloc:
		return s.Pos
	case *For:
		return s.Pos
	case *While:
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
