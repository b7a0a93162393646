// Package schedule holds what a programmer prescribes of a program's parallel operations: which
// level of the machine runs the iterations of each, and across which of them nothing is fused.
//
// A prescription is an attribute of the operation's statement, so that it is part of a program's
// text and of its wire form, and every pass sees it:
//
//	let (s: f32) = reduce(…) with "schedule" = "thread"
//
// A pass keeps what is prescribed, carries it out, or refuses with the reason. Before level kernel
// the manager of passes checks that nothing prescribed is lost (Lost); pass fuse and pass
// extract-kernels carry prescriptions out, and extract-kernels compares what became of each
// operation (Became) with what was prescribed. From there on the shapes of segmented operators are
// left, which pass to-imp carries out: what is Alone becomes a prescribed parallel loop; where the
// last dimension is of a Group or a Warp, the operator becomes a launch.
//
// A schedule is the same in a file of its own, a line for each operation (file.go). To write down
// what the compiler chose, the operations are numbered (Number) and found again after
// extract-kernels.
package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
)

// Level says what runs the iterations of a parallel operation.
type Level string

// The levels. The zero Level leaves the choice to the compiler.
const (
	// Grid spreads the iterations over all threads of the machine.
	Grid Level = "grid"
	// Either makes two versions of a nest of operations, between which the program chooses
	// when it runs, by the number of iterations of the outermost one. An operation within
	// that is Either is on the Grid in one version, and in a Thread in the other.
	Either Level = "either"
	// Group gives each iteration of the operations around it to a work-group, whose threads
	// share the iterations of the operation.
	Group Level = "group"
	// Warp is as Group, with the threads that a device runs in step, several of which a
	// work-group has: its lanes. Schedules may call it lane, too.
	Warp Level = "warp"
	// Thread leaves the iterations of an operation within another one to the thread that runs
	// the iteration around it. Other threads of a group may help.
	Thread Level = "thread"
	// Sequential runs one iteration after the other: within another operation like Thread, but
	// without help; on the host in a loop, so that operations within may be on the Grid.
	Sequential Level = "sequential"
	// Fused makes the operation a part of the one that reads its results or its inputs.
	Fused Level = "fused"
	// Alone is the level of a segmented operator whose threads do their work without help.
	Alone Level = "alone"
)

var levels = []Level{Grid, Either, Group, Warp, Thread, Sequential, Fused, Alone}

// waiting are the words of schedules that no pass carries out yet, and what to do instead.
var waiting = map[string]string{
	"local": "the memory of a group is written shared, after group",
}

// Prescription is what is prescribed of one operation. The zero Prescription is nothing.
type Prescription struct {
	Level   Level
	Threads int64 // of a Group; 0 leaves the choice to the compiler
	Least   int64 // iterations from which on the first version of what is Either is taken; 0 leaves that, too
	Vector  int64 // iterations next to each other that one thread runs, on vectors; 0 leaves that, too
	Space   Space
	Apart   bool // it is not fused with any other operation
	// What passes at level imp do of their own; see Loops.
	Unroll    Answer // its loop becomes its iterations, one after the other
	Cooperate Answer // a group of threads shares the loops of each iteration
}

// MaxThreads bounds what may be prescribed of groups: no GPU has larger ones.
const MaxThreads = 1024

// Attribute is the name of the attribute that holds a prescription.
const Attribute = "schedule"

const (
	apart  = "apart"
	lane   = "lane"
	vector = "vector"
)

// Parse reads a prescription: a level, "apart", or both. A number of threads may stand after "group", and one of
// iterations after "either". "vector" and a number is about what is on the grid, and a memory space about the result;
// what passes at level imp choose has words of its own.
func Parse(text string) (p Prescription, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return p, fmt.Errorf("nothing is prescribed; write %s", choices())
	}
	for i, w := range words {
		if w == lane {
			w = string(Warp)
		}
		switch {
		case i > 0 && words[i-1] == string(Group) && w[0] >= '0' && w[0] <= '9':
			if p.Threads, err = strconv.ParseInt(w, 10, 64); err != nil || p.Threads < 1 || p.Threads > MaxThreads {
				return p, fmt.Errorf("a group has 1 to %d threads, not %s", MaxThreads, w)
			}
		case i > 0 && words[i-1] == string(Either) && w[0] >= '0' && w[0] <= '9':
			if p.Least, err = strconv.ParseInt(w, 10, 64); err != nil || p.Least < 1 {
				return p, fmt.Errorf("a version is chosen from 1 or more iterations on, not from %s", w)
			}
		case i > 0 && words[i-1] == vector && p.Vector == 0:
			if p.Vector, err = strconv.ParseInt(w, 10, 64); err != nil || p.Vector != 2 && p.Vector != 4 {
				return p, fmt.Errorf("vectors that a thread loads are of 2 or 4 elements, not %s", w)
			}
		case w == vector && p.Vector == 0 && i+1 < len(words):
		case w == vector:
			return p, fmt.Errorf("how many elements has the vector? write vector 2 or vector 4")
		case slices.Contains(spaces, Space(w)) && p.Space == "":
			p.Space = Space(w)
		case slices.Contains(spaces, Space(w)):
			return p, fmt.Errorf("a result lives in one memory: write one of %s, %s and %s, and once", Global, Private, Shared)
		case w == apart && !p.Apart:
			p.Apart = true
		case answers[w].of != nil && *answers[w].of(&p) == "":
			*answers[w].of(&p) = answers[w].Answer
		case answers[w].of != nil:
			return p, fmt.Errorf("%s is asked twice: write one of %s and no-%s, and once", strings.TrimPrefix(w, "no-"), strings.TrimPrefix(w, "no-"), strings.TrimPrefix(w, "no-"))
		case slices.Contains(levels, Level(w)) && p.Level == "":
			p.Level = Level(w)
		case w == apart || w == string(p.Level):
			return p, fmt.Errorf("%s is written twice", w)
		case slices.Contains(levels, Level(w)):
			return p, fmt.Errorf("an operation has one level, not both %s and %s", p.Level, w)
		case waiting[w] != "":
			return p, fmt.Errorf("%s cannot be prescribed here: %s", w, waiting[w])
		default:
			return p, fmt.Errorf("there is no level %q; write %s", w, choices())
		}
	}
	if p.Space == Private && p.Level == "" {
		p.Level = Thread
	}
	if p.Space == Shared && p.Level == "" {
		p.Level = Group
	}
	if p.Space != "" && p.Level == Fused {
		return p, fmt.Errorf("what is fused has no result of its own that could be %s", p.Space)
	}
	if p.Space == Private && p.Level != Thread && p.Level != Sequential {
		return p, fmt.Errorf("what is %s makes results for other operations, which could not read them in memory that is private; prescribe it of an operation that is thread or sequential", p.Level)
	}
	switch {
	case p.Space == Shared && p.Level != Group:
		return p, fmt.Errorf("a group's memory holds what its threads make together, not results of what is %s; prescribe group shared", p.Level)
	case p.Space != "" && p.Space != Shared && p.Level == Group:
		return p, fmt.Errorf("what is group is a kernel of its own, whose results are global; prescribe group alone, or group shared")
	}
	if (p.Vector > 0 || p.Cooperate != "") && p.Level == "" {
		p.Level = Grid
	}
	if p.Unroll != "" && p.Level == "" {
		p.Level = Thread
	}
	if p.Unroll != "" && p.Level != Thread && p.Level != Sequential {
		return p, fmt.Errorf("what is %s is no loop that could be unrolled; prescribe it of an operation that is thread or sequential", p.Level)
	}
	if p.Cooperate != "" && p.Level != Grid && !(p.Level == Either && p.Cooperate == No) {
		return p, fmt.Errorf("groups of threads share iterations of what is on the grid, not of what is %s", p.Level)
	}
	if p.Cooperate == Yes && p.Vector > 0 {
		return p, fmt.Errorf("an iteration is a group's or an element of a vector, not both")
	}
	if p.Vector > 0 && p.Level != Grid && p.Level != Alone {
		return p, fmt.Errorf("vectors are for iterations on the grid, not for those that are %s", p.Level)
	}
	if p.Level == Fused && p.Apart {
		return p, fmt.Errorf("an operation cannot be both fused and apart")
	}
	return p, nil
}

func choices() string {
	return "grid, either, group, warp, thread, sequential or fused, vector 4 for elements of the grid, private, shared or global for where a result lives, apart for what is not to be fused, and unroll, no-unroll, cooperate or no-cooperate"
}

// String is the text that Parse reads.
func (p Prescription) String() string {
	words := []string{string(p.Level)}
	if p.Threads > 0 {
		words = append(words, strconv.FormatInt(p.Threads, 10))
	}
	if p.Least > 0 {
		words = append(words, strconv.FormatInt(p.Least, 10))
	}
	if p.Vector > 0 {
		words = append(words, vector, strconv.FormatInt(p.Vector, 10))
	}
	if p.Space != "" {
		words = append(words, string(p.Space))
	}
	if p.Apart {
		words = append(words, apart)
	}
	for _, w := range answered {
		if *answers[w].of(&p) == answers[w].Answer {
			words = append(words, w)
		}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// Prescribes reports whether anything is prescribed of s: how it runs, where its result lives, or that it is apart.
func Prescribes(s *ir.Stm) bool { return Of(s) != (Prescription{}) }

// Of returns what is prescribed of s. An attribute that cannot be read prescribes nothing: Check
// reports it.
func Of(s *ir.Stm) Prescription {
	text, ok := attribute(s, Attribute)
	if !ok {
		return Prescription{}
	}
	p, err := Parse(text)
	if err != nil {
		return Prescription{}
	}
	return p
}

// Set prescribes p of s, in place of what was prescribed.
func Set(s *ir.Stm, p Prescription) { set(s, Attribute, p.String()) }

// InThread reports whether s is prescribed to stay in the iteration around it: a thread's, or a group's that has
// its result in its memory.
func InThread(s *ir.Stm) bool {
	p := Of(s)
	return p.Level == Thread || p.Level == Sequential || p.Space == Shared
}

// Any reports whether anything is prescribed in p, or p's operations are numbered.
func Any(p *ir.Program) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) { found = found || len(s.Attrs) > 0 && len(Carried(s)) > 0 }}
	w.Program(p)
	return found
}

func attribute(s *ir.Stm, name string) (string, bool) {
	for _, a := range s.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// set gives s the attribute of that name; "" removes it.
func set(s *ir.Stm, name, value string) {
	s.Attrs = slices.DeleteFunc(slices.Clone(s.Attrs), func(a ir.Attr) bool { return a.Name == name })
	if value != "" {
		s.Attrs = append(s.Attrs, ir.Attr{Name: name, Value: value})
	}
}
