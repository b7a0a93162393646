package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Exp is an expression: the right-hand side of a statement. The set is closed; package
// ops defines each of them (type rule, meaning, effects).
type Exp interface {
	// Op is the expression's name in .lir text and in the registry.
	Op() string
	// Visit calls v for every part, in the order of the text form.
	Visit(v Visitor)
}

// Scalars and control.
type (
	// Use is its operand: another name for a scalar, an array or a block.
	Use struct{ X Atom }

	// Prim applies a scalar operator to operands of type Type.
	Prim struct {
		Fn   scalar.Op
		Type scalar.Type
		Args []Atom
	}

	// Convert converts a scalar (docs/semantics.md, Conversions).
	Convert struct {
		From, To scalar.Type
		X        Atom
	}

	// Assert stops the program with Message unless Cond holds. Trace is the failing
	// position, then the call sites around it, innermost first.
	Assert struct {
		Cond    Atom
		Message []MessagePart
		Trace   []source.Pos
	}

	// Enough reports whether Amount iterations suffice to fill the machine: whether
	// Amount is at least the constant Least. It chooses between versions of one
	// computation, so either answer is correct; Threshold names the choice for tuning.
	//
	// The versions have the same results, but the second one may fail elsewhere than the
	// first where several things fail. So a run that fails after an answer of false is
	// repeated with all answers true, and what comes of that is what comes of the program.
	Enough struct {
		Threshold     string
		Amount, Least Atom
	}

	// Call applies a function of the program.
	Call struct {
		Fun  string
		Args []Atom
	}

	// If runs one of two bodies. The pattern binds existentials.
	If struct {
		Cond       Atom
		Then, Else *Body
	}

	// Loop runs Body with Params, bound first to Inits and then to the body's results,
	// and returns the last results. With Index set it counts Index from 0 up to Bound,
	// exclusive, in Bound's integer type; otherwise it runs while the boolean parameter
	// While is true.
	Loop struct {
		Params []Param
		Inits  []Atom
		Index  name.Name
		Bound  Atom
		While  name.Name
		Body   *Body
	}
)

// MessagePart is a piece of an assertion's message: text, or a scalar's value.
type MessagePart struct {
	Text string
	Arg  *Atom
}

// Arrays.
type (
	// Index reads one element: an index for every dimension, all in bounds.
	Index struct {
		Array   name.Name
		Indices []Atom
	}

	// Slice is the view of Array that Dims select, with one entry per dimension.
	Slice struct {
		Array name.Name
		Dims  []SliceDim
	}

	// FlatSlice is the view that the LMAD Offset + {Dims} selects of a
	// one-dimensional array.
	FlatSlice struct {
		Array  name.Name
		Offset Atom
		Dims   []FlatDim
	}

	// Update is Array with the elements that Dims select replaced by Value, a scalar if
	// every dimension is fixed. It consumes Array.
	Update struct {
		Array name.Name
		Dims  []SliceDim
		Value Atom
	}

	// FlatUpdate is the one-dimensional Array with the points of an LMAD
	// replaced by Value's elements. It consumes Array. The LMAD's points are
	// distinct.
	FlatUpdate struct {
		Array  name.Name
		Offset Atom
		Dims   []FlatDim
		Value  name.Name
	}

	// Iota is [Start, Start+Step, …], Count elements of type Elem.
	Iota struct {
		Elem               scalar.Type
		Count, Start, Step Atom
	}

	// Replicate is an array of the outer dimensions Shape whose every element
	// is Value.
	Replicate struct {
		Shape []Atom
		Value Atom
	}

	// Scratch is an array whose elements are not written yet. A read of one before it is
	// written is a compiler bug.
	Scratch struct {
		Elem  scalar.Type
		Shape []Atom
	}

	// Copy is a copy of Array, without aliases.
	Copy struct{ Array name.Name }

	// Concat joins Arrays along dimension Dim, whose size becomes Size.
	Concat struct {
		Dim    int
		Size   Atom
		Arrays []name.Name
	}

	// Literal is the array of its elements, each of type Row.
	Literal struct {
		Row   Type
		Elems []Atom
	}

	// Rearrange is the view whose dimension i is Array's dimension Perm[i].
	Rearrange struct {
		Perm  []int
		Array name.Name
	}

	// Reshape is Array with other dimensions and the same number of elements, in
	// row-major order.
	Reshape struct {
		Shape []Atom
		Array name.Name
	}

	// Alloc is a fresh, unwritten block of Bytes bytes (mem only).
	Alloc struct {
		Bytes Atom
		Space Space
	}
)

// SliceDim selects from one dimension: the single index Start if Fix is set, which drops
// the dimension; else the Size indices Start, Start+Step, ….
type SliceDim struct {
	Fix               bool
	Start, Size, Step Atom
}

// IotaOf is [0, 1, …, n - 1], of i64: the indices of an array of size n.
func IotaOf(n Atom) *Iota {
	return &Iota{Elem: scalar.I64, Count: n, Start: Size(0), Step: Size(1)}
}

// FixAt selects one index.
func FixAt(i Atom) SliceDim { return SliceDim{Fix: true, Start: i} }

// RangeOf selects size indices, from start in steps of step.
func RangeOf(start, size, step Atom) SliceDim {
	return SliceDim{Start: start, Size: size, Step: step}
}

// Whole selects all of a dimension of the given size.
func Whole(size Atom) SliceDim { return RangeOf(Size(0), size, Size(1)) }

// FlatDim is one dimension of an LMAD slice.
type FlatDim struct{ Size, Stride Atom }

// Second-order array combinators, over the Width outermost elements of each of Arrays.
type (
	// Map applies Fn to the elements at each index.
	Map struct {
		Width  Atom
		Fn     *Lambda
		Arrays []name.Name
	}

	// Reduce folds with Operator, an associative operator with neutral elements Neutral
	// (scalars or arrays), in the tree of docs/semantics.md. Fn, if not nil, is applied
	// to the elements first: its first len(Neutral) results are folded; the others are
	// returned as arrays, after the folded ones.
	Reduce struct {
		Width       Atom
		Operator    *Lambda
		Neutral     []Atom
		Commutative bool
		Fn          *Lambda
		Arrays      []name.Name
	}

	// Scan is the inclusive prefix fold; Fn as in Reduce.
	Scan struct {
		Width    Atom
		Operator *Lambda
		Neutral  []Atom
		Fn       *Lambda
		Arrays   []name.Name
	}

	// Scatter writes into Dests, which it consumes. Fn returns the indices for each
	// destination in turn (Dests[k].Rank of them), then one value for each destination.
	// Writes out of bounds are dropped. If two iterations write to one index, the result
	// is undefined.
	Scatter struct {
		Width  Atom
		Dests  []Dest
		Fn     *Lambda
		Arrays []name.Name
	}

	// Hist updates bins. Fn returns the Rank bin indices for each of Ops in turn, then
	// the values. It consumes the destinations. Updates of one bin are combined in index
	// order; updates out of bounds are dropped.
	Hist struct {
		Width  Atom
		Ops    []HistOp
		Fn     *Lambda
		Arrays []name.Name
	}
)

// Dest is an array written at computed indices: the Rank outer dimensions are indexed,
// and the written value has the others.
type Dest struct {
	Array name.Name
	Rank  int
}

// HistOp is one histogram: destination arrays that are updated together and agree in
// their Rank outer dimensions.
type HistOp struct {
	Dests    []name.Name
	Rank     int
	Operator *Lambda
	Neutral  []Atom
}

// Segmented operators: one parallel iteration for each point of Space, whose body runs
// sequentially. Each operator says what its body returns. On mem each iteration, when it
// ends, writes its plain results to the cells that the pattern's location gives for its
// point.
type (
	// SegMap returns arrays over Space of the body's first results. After these the body
	// returns, as in Scatter, the indices for all of Writes and then their values. The
	// written destinations are returned after the plain arrays.
	SegMap struct {
		Space  []SpaceDim
		Level  Parallel
		Writes []Dest
		Body   *Body
	}

	// SegRed folds the body's first len(Neutral) results over Space's last dimension, for
	// each point of the others (the segments). Its other results are returned as arrays
	// over all of Space.
	SegRed struct {
		Space       []SpaceDim
		Level       Parallel
		Operator    *Lambda
		Neutral     []Atom
		Commutative bool
		Body        *Body
	}

	// SegScan is the inclusive prefix fold over the last dimension; otherwise as SegRed.
	SegScan struct {
		Space    []SpaceDim
		Level    Parallel
		Operator *Lambda
		Neutral  []Atom
		Body     *Body
	}

	// SegHist updates bins as Hist does. Destinations have Space's outer
	// dimensions (the segments) before the bins.
	SegHist struct {
		Space []SpaceDim
		Level Parallel
		Ops   []HistOp
		Body  *Body
	}
)

// SpaceDim is a dimension of an index space: Index ranges from 0 to Size, exclusive.
type SpaceDim struct {
	Index name.Name
	Size  Atom
}

// Parallel is the level of the machine that runs the points of an index space.
type Parallel uint8

// The levels of parallelism. Passes use only Threads so far.
const (
	Threads Parallel = iota // a thread for each point
	Groups                  // a work-group for each point
	InGroup                 // a thread of the surrounding work-group for each point
)

var parallelNames = [...]string{"threads", "groups", "ingroup"}

// String returns the level's name in .lir text.
func (p Parallel) String() string { return parallelNames[p] }

// ParseParallel is the inverse of String.
func ParseParallel(s string) (Parallel, bool) {
	for i, n := range parallelNames {
		if n == s {
			return Parallel(i), true
		}
	}
	return 0, false
}
