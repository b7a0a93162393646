package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Exp is an expression: the right-hand side of a statement. The set is closed;
// package ops holds what is known about each (type rule, meaning, effects).
type Exp interface {
	// Op is the expression's name in .lir text and in the registry.
	Op() string
	// Visit shows every part to v, in the order of the text form.
	Visit(v Visitor)
}

// Scalars and control.
type (
	// Use is its operand: another name for a scalar or an array.
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

	// Assert stops the program with Message unless Cond holds. Trace is where,
	// innermost first: the failing place, then the call sites around it.
	Assert struct {
		Cond    Atom
		Message []MessagePart
		Trace   []source.Pos
	}

	// Enough is whether Amount iterations are worth running in parallel: whether
	// there are at least Least of them, a constant. It chooses between versions
	// of one computation, so either answer is right; Threshold names the choice
	// for tuning.
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

	// Loop runs Body with Params, first bound to Inits, then to the body's
	// results, and returns the last of them. With Index set it counts Index
	// from 0 while below Bound, of Bound's integer type; otherwise it runs
	// while the boolean parameter While is true.
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

	// Slice is the view of Array that Dims select, one for each dimension.
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

	// Update is Array with the elements that Dims select replaced by Value, a
	// scalar when every dimension is fixed. It consumes Array.
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

	// Scratch is an array whose elements are not written yet; reading one
	// before it is written is an error of the compiler.
	Scratch struct {
		Elem  scalar.Type
		Shape []Atom
	}

	// Copy is Array, without aliases.
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

	// Reshape is Array with other dimensions and as many elements, in
	// row-major order.
	Reshape struct {
		Shape []Atom
		Array name.Name
	}

	// Alloc is a fresh block of Bytes bytes, unwritten (mem only).
	Alloc struct {
		Bytes Atom
		Space Space
	}
)

// SliceDim selects from one dimension: the single index Start, which drops the
// dimension, when Fix is set; else Start, Start+Step, …, Size of them.
type SliceDim struct {
	Fix               bool
	Start, Size, Step Atom
}

// FixAt selects one index.
func FixAt(i Atom) SliceDim { return SliceDim{Fix: true, Start: i} }

// RangeOf selects size indices from start on, step apart.
func RangeOf(start, size, step Atom) SliceDim {
	return SliceDim{Start: start, Size: size, Step: step}
}

// Whole selects all of a dimension of the given size.
func Whole(size Atom) SliceDim { return RangeOf(Size(0), size, Size(1)) }

// FlatDim is one dimension of an LMAD slice.
type FlatDim struct{ Size, Stride Atom }

// Second-order array combinators, over Width elements of each of Arrays'
// outer dimension.
type (
	// Map applies Fn to the elements at each index.
	Map struct {
		Width  Atom
		Fn     *Lambda
		Arrays []name.Name
	}

	// Reduce folds with Operator, an associative operator with neutral elements
	// Neutral (scalars or arrays), in the tree of docs/semantics.md. Fn, when
	// not nil, is applied to the elements first: its first len(Neutral) results
	// are folded, the others are returned as arrays behind the folded ones.
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

	// Scatter writes into Dests, which it consumes. Fn returns, for each
	// destination in turn, its indices (Dests[k].Rank of them), and behind all
	// the indices one value for each destination. Writes whose indices are out
	// of bounds are dropped; two writes to one place are undefined.
	Scatter struct {
		Width  Atom
		Dests  []Dest
		Fn     *Lambda
		Arrays []name.Name
	}

	// Hist updates bins: for each of Ops, Fn returns the Rank bin indices, and
	// behind all the indices the values. Destinations are consumed. Updates of
	// one bin are combined in index order; out-of-bounds bins are dropped.
	Hist struct {
		Width  Atom
		Ops    []HistOp
		Fn     *Lambda
		Arrays []name.Name
	}
)

// Dest is an array written at computed places: Rank outer dimensions are
// indexed, the written value has the others.
type Dest struct {
	Array name.Name
	Rank  int
}

// HistOp is one histogram: several destination arrays, of one shape in their
// Rank outer dimensions, updated together.
type HistOp struct {
	Dests    []name.Name
	Rank     int
	Operator *Lambda
	Neutral  []Atom
}

// Segmented operators: one parallel iteration for each point of Space, whose
// body may itself only run sequentially. Body's results are described with
// each operator; on mem each iteration's plain results are written, when it
// ends, to the place that the pattern's location gives for its point.
type (
	// SegMap returns arrays over Space of the body's first results. Behind
	// them come, as in Scatter, the indices for all of Writes and then their
	// values; the written destinations are returned behind the plain arrays.
	SegMap struct {
		Space  []SpaceDim
		Level  Parallel
		Writes []Dest
		Body   *Body
	}

	// SegRed folds the body's first len(Neutral) results over Space's last
	// dimension, for each point of the others (the segments); other results
	// are returned as arrays over all of Space.
	SegRed struct {
		Space       []SpaceDim
		Level       Parallel
		Operator    *Lambda
		Neutral     []Atom
		Commutative bool
		Body        *Body
	}

	// SegScan is the inclusive prefix fold over the last dimension; else as SegRed.
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

// SpaceDim is a dimension of an index space: Index counts from 0 below Size.
type SpaceDim struct {
	Index name.Name
	Size  Atom
}

// Parallel is the level of the machine that runs the points of an index space.
type Parallel uint8

// The levels of parallelism. Passes make only Threads so far.
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
