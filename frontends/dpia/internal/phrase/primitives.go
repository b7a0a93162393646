package phrase

import (
	"fmt"
	"sync"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Primitive is a primitive: a name with a closed type.
type Primitive struct {
	Name string
	Type types.Phrase
	Text string // the type as in the table
	Role Role
	// Level is where a map, mapI or parfor runs its iterations.
	Level Level
	// Space is where a new or a toSpace puts memory.
	Space Space
	// Op is the scalar operator of an operation on numbers, and HasOp tells that there is one.
	Op    scalar.Op
	HasOp bool
}

// Role groups the primitives that the translation treats alike.
type Role uint8

// The roles.
const (
	Operation Role = iota // on numbers and vectors of them
	Map
	Reduce
	Zip
	Split
	Join
	Transpose
	MakePair
	First
	Second
	AsVector
	AsScalar
	Broadcast
	To
	Let
	Index
	Skip
	Seq
	Assign
	New
	For
	Parfor
	MapI
	ReduceI
	SplitAcc
	JoinAcc
	TransposeAcc
	PairAcc1
	PairAcc2
	ZipAcc1
	ZipAcc2
	AsVectorAcc
	AsScalarAcc
	IndexAcc
)

// Level is a level of the machine.
type Level uint8

// The levels. Free leaves the choice to where the loop stands: outside of kernels all threads,
// in a work-group its work-items, and in a work-item one iteration after the other.
const (
	Free Level = iota
	Global
	Workgroup
	Local
	Sequential
)

// Space is a memory space.
type Space uint8

// The spaces. Anywhere leaves the choice to where the memory is made.
const (
	Anywhere Space = iota
	GlobalSpace
	LocalSpace
	PrivateSpace
)

// row is a line of the table of primitives: in the name, * stands for each suffix of a family.
type row struct {
	name string
	role Role
	typ  string
}

const (
	mapType     = "{n : nat} -> {a b : data} -> (exp[a] -> exp[b]) -> exp[n.a] -> exp[n.b]"
	reduceType  = "{n : nat} -> {a b : data} -> (exp[a] -> exp[b] -> exp[b]) -> exp[b] -> exp[n.a] -> exp[b]"
	mapIType    = "{n : nat} -> {a b : data} -> (exp[a] -> acc[b] ->p comm) -> exp[n.a] -> acc[n.b] -> comm"
	parforType  = "{n : nat} -> {d : data} -> acc[n.d] -> (exp[idx[n]] -> acc[d] ->p comm) -> comm"
	toType      = "{a b : data} -> (exp[a] -> exp[b]) -> exp[a] -> exp[b]"
	newType     = "(d : data) -> (acc[d] * exp[d] -> comm) -> comm"
	unaryType   = "{a : arith} -> exp[a] -> exp[a]"
	binaryType  = "{a : arith} -> exp[a] -> exp[a] -> exp[a]"
	floatType   = "{a : float} -> exp[a] -> exp[a]"
	binaryFloat = "{a : float} -> exp[a] -> exp[a] -> exp[a]"
)

// rows are the primitives (sections 3.3, 5 and 6 of the paper), but for families. Where the paper
// gives all type arguments, those in braces are inferred.
var rows = []row{
	{"zip", Zip, "{n : nat} -> {a b : data} -> exp[n.a] -> exp[n.b] -> exp[n.(a * b)]"},
	{"split", Split, "(n : nat) -> {m : nat} -> {d : data} -> exp[(n * m).d] -> exp[m.n.d]"},
	{"join", Join, "{n m : nat} -> {d : data} -> exp[n.m.d] -> exp[(n * m).d]"},
	{"transpose", Transpose, "{n m : nat} -> {d : data} -> exp[n.m.d] -> exp[m.n.d]"},
	{"pair", MakePair, "{a b : data} -> exp[a] -> exp[b] -> exp[a * b]"},
	{"fst", First, "{a b : data} -> exp[a * b] -> exp[a]"},
	{"snd", Second, "{a b : data} -> exp[a * b] -> exp[b]"},
	{"asVector", AsVector, "(k : nat) -> {m : nat} -> {d : scalar} -> exp[(m * k).d] -> exp[m.d<k>]"},
	{"asScalar", AsScalar, "{k m : nat} -> {d : scalar} -> exp[m.d<k>] -> exp[(m * k).d]"},
	{"vectorFromScalar", Broadcast, "(k : nat) -> {d : scalar} -> exp[d] -> exp[d<k>]"},
	{"let", Let, "{a b : data} -> exp[a] -> (exp[a] -> exp[b]) -> exp[b]"},
	{"idx", Index, "{n : nat} -> {d : data} -> exp[n.d] -> exp[idx[n]] -> exp[d]"},

	{"skip", Skip, "comm"},
	{";", Seq, "comm * comm -> comm"},
	{":=", Assign, "{d : data} -> acc[d] * exp[d] -> comm"},
	{"for", For, "(n : nat) -> (exp[idx[n]] -> comm) -> comm"},
	{"splitAcc", SplitAcc, "{n m : nat} -> {d : data} -> acc[m.n.d] -> acc[(n * m).d]"},
	{"joinAcc", JoinAcc, "(m : nat) -> {n : nat} -> {d : data} -> acc[(n * m).d] -> acc[n.m.d]"},
	{"transposeAcc", TransposeAcc, "{n m : nat} -> {d : data} -> acc[n.m.d] -> acc[m.n.d]"},
	{"pairAcc1", PairAcc1, "{a b : data} -> acc[a * b] -> acc[a]"},
	{"pairAcc2", PairAcc2, "{a b : data} -> acc[a * b] -> acc[b]"},
	{"zipAcc1", ZipAcc1, "{n : nat} -> {a b : data} -> acc[n.(a * b)] -> acc[n.a]"},
	{"zipAcc2", ZipAcc2, "{n : nat} -> {a b : data} -> acc[n.(a * b)] -> acc[n.b]"},
	{"asVectorAcc", AsVectorAcc, "{k m : nat} -> {d : scalar} -> acc[m.d<k>] -> acc[(m * k).d]"},
	{"asScalarAcc", AsScalarAcc, "(k : nat) -> {m : nat} -> {d : scalar} -> acc[(m * k).d] -> acc[m.d<k>]"},
	{"idxAcc", IndexAcc, "{n : nat} -> {d : data} -> acc[n.d] -> exp[idx[n]] -> acc[d]"},
}

// levels and spaces are the suffixes of the families of primitives.
var levels = []struct {
	suffix string
	level  Level
}{{"", Free}, {"Global", Global}, {"Workgroup", Workgroup}, {"Local", Local}, {"Seq", Sequential}}

var spaces = []struct {
	suffix string
	space  Space
}{{"", Anywhere}, {"Global", GlobalSpace}, {"Local", LocalSpace}, {"Private", PrivateSpace}}

// operations are the operations on numbers, by name and the operator that they apply.
var operations = []struct {
	name, typ string
	op        scalar.Op
}{
	{"+", binaryType, scalar.Add}, {"-", binaryType, scalar.Sub}, {"*", binaryType, scalar.Mul},
	{"/", binaryFloat, scalar.Div}, {"neg", unaryType, scalar.Neg}, {"abs", unaryType, scalar.Abs},
	{"min", binaryType, scalar.Min}, {"max", binaryType, scalar.Max},
	{"sqrt", floatType, scalar.Sqrt}, {"exp", floatType, scalar.Exp}, {"log", floatType, scalar.Log},
	{"sin", floatType, scalar.Sin}, {"cos", floatType, scalar.Cos}, {"tanh", floatType, scalar.Tanh},
	{"floor", floatType, scalar.Floor}, {"ceil", floatType, scalar.Ceil}, {"round", floatType, scalar.Round},
}

// Primitives are all primitives, in the order of the table. Nobody may change the slice.
var Primitives = sync.OnceValue(table)

// byName finds primitives.
var byName = sync.OnceValue(func() map[string]*Primitive {
	out := map[string]*Primitive{}
	for _, p := range Primitives() {
		out[p.Name] = p
	}
	return out
})

// Lookup finds a primitive by its name, nil if there is none.
func Lookup(name string) *Primitive { return byName()[name] }

// Of returns the primitive of a role at a level, or of a role in a space.
func Of(role Role, level Level, space Space) *Primitive {
	for _, p := range Primitives() {
		if p.Role == role && p.Level == level && p.Space == space {
			return p
		}
	}
	return nil
}

func table() []*Primitive {
	var out []*Primitive
	add := func(name string, role Role, typ string) *Primitive {
		p := &Primitive{Name: name, Role: role, Text: typ, Type: parsed(name, typ)}
		out = append(out, p)
		return p
	}
	for _, l := range levels {
		add("map"+l.suffix, Map, mapType).Level = l.level
		add("mapI"+l.suffix, MapI, mapIType).Level = l.level
		if l.level != Sequential {
			add("parfor"+l.suffix, Parfor, parforType).Level = l.level
		}
	}
	for _, s := range spaces {
		add("new"+s.suffix, New, newType).Space = s.space
		if s.space != Anywhere {
			add("to"+s.suffix, To, toType).Space = s.space
		}
	}
	for _, suffix := range []string{"", "Seq"} {
		add("reduce"+suffix, Reduce, reduceType)
	}
	add("reduceI", ReduceI, "{n : nat} -> {a b : data} -> (exp[a] -> exp[b] -> acc[b] -> comm) -> exp[b] -> exp[n.a] -> (exp[b] -> comm) -> comm")
	for _, r := range rows {
		add(r.name, r.role, r.typ)
	}
	for _, o := range operations {
		p := add(o.name, Operation, o.typ)
		p.Op, p.HasOp = o.op, true
	}
	return out
}

// schemeNames are the variables of the primitives' types: never those of a program, since
// type arguments replace them.
var schemeNames = name.NewSupply(0)

func parsed(name, text string) types.Phrase {
	tree, err := syntax.ParseType(name, text)
	if err != nil {
		panic(fmt.Sprintf("the type of %s: %v", name, err))
	}
	t, err := types.NewScope(schemeNames).Phrase(tree)
	if err != nil {
		panic(fmt.Sprintf("the type of %s: %v", name, err))
	}
	return t
}
