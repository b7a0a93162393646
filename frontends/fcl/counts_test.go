package fcl_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

// TestKernelsAreAsWritten counts what programs become. The expected counts follow from the programs
// by the rules of docs/fcl.md: a parallel loop for each array that is pushed at grid level, a launch
// for each interleaving there, an array in a block's memory for each force, while or power at block
// level, one in global memory for each at grid level and for the result, and a barrier between what
// work-items write and what others read.
func TestKernelsAreAsWritten(t *testing.T) {
	const head = "sig main : [int] -> Program<grid> [int]<grid>\n#[local(4)]\nentry main arr = "
	// A chunk of eight to a block, which work does something with.
	blocks := func(work string) string {
		return "splitUp 8 arr |> map (fn xs => " + work + ") |> concat<block> 8"
	}
	const last = "return<block> (push<block> a)"
	for _, c := range []struct{ program, want string }{
		// Pull arrays cost nothing, however many functions follow each other.
		{"return<grid> (push<grid> (map (fn x => x + 1) (reverse (map (fn x => x * 2) arr))))",
			"parallel 1, launches 0, shared 0, barriers 0, global 1, private 0"},
		{"do<grid> { a <- force<grid> (push<grid> arr); return<grid> (push<grid> (reverse a)) }",
			"parallel 2, launches 0, shared 0, barriers 0, global 2, private 0"},
		{blocks("return<block> (push<block> (reverse xs))"),
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 0"},
		{blocks("do<block> { a <- force<block> (push<block> xs); return<block> (push<block> (reverse a)) }"),
			"parallel 0, launches 1, shared 1, barriers 1, global 1, private 0"},
		{blocks("do<block> { b <- force<block> (push<block> xs); a <- force<block> (push<block> (reverse b)); " + last + " }"),
			"parallel 0, launches 1, shared 2, barriers 2, global 1, private 0"},
		// mapPush fuses with what is pushed, and with the parts of an interleaving.
		{blocks("return<block> (mapPush<block> (fn x => x + 1) (push<block> xs))") + " |> fn p => do<grid> { a <- p; return<grid> (mapPush<grid> (fn x => x * 2) a) }",
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 0"},
		// A loop has one area; unrolled, it is written by its first array and by each step, and
		// read by each step and at the end.
		{blocks("do<block> { a <- power<block> 3 (fn a => return<block> (push<block> (reverse a))) (return<block> (push<block> xs)); " + last + " }"),
			"parallel 0, launches 1, shared 1, barriers 4, global 1, private 0"},
		// A loop of a number of steps that is known when it runs: a barrier for each step, and one
		// after the loop.
		{blocks("do<block> { a <- power<block> (length arr) (fn a => return<block> (push<block> (reverse a))) (return<block> (push<block> xs)); " + last + " }"),
			"parallel 0, launches 1, shared 1, barriers 2, global 1, private 0"},
		// At grid level each step is a kernel, and the loop is the host's.
		{"do<grid> { a <- power<grid> (length arr) (fn a => return<grid> (push<grid> (reverse a))) (return<grid> (push<grid> arr)); return<grid> (push<grid> a) }",
			"parallel 3, launches 0, shared 0, barriers 0, global 2, private 0"},
		// Threads: an accumulator is a variable, an array of a thread is private.
		{"splitUp 8 arr |> map (fn xs => splitUp 2 xs |> map (fn ys => return<thread> (foldl (+) 0 ys)) |> concat<thread> 1) |> concat<block> 4",
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 0"},
		{"splitUp 8 arr |> map (fn xs => splitUp 2 xs |> map (fn ys => return<thread> (scanl (+) 0 ys)) |> concat<thread> 3) |> concat<block> 12",
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 1"},
		{blocks("splitUp 2 xs |> map (fn ys => do<thread> { a <- force<thread> (push<thread> ys); return<thread> (push<thread> (reverse a)) }) |> concat<thread> 2"),
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 1"},
		// Sequential parts of a block write different elements: no barrier between them.
		{blocks("splitUp 4 xs |> map (fn ys => return<block> (push<block> ys)) |> interleaveSeq<block> 4 (fn p => fst p * 4 + snd p)"),
			"parallel 0, launches 1, shared 0, barriers 0, global 1, private 0"},
		// Kernels follow each other as the program says.
		{"do<grid> { p <- " + blocks("return<block> (push<block> (reverse xs))") + "; a <- force<grid> p; splitUp 8 a |> map (fn xs => return<block> (push<block> xs)) |> concat<block> 8 }",
			"parallel 0, launches 2, shared 0, barriers 0, global 2, private 0"},
	} {
		if got := counts(t, "program.fcl", head+c.program); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.program, got, c.want)
		}
	}
}

// The thesis's programs have the kernels that it says (sections 5.2 and 5.4).
func TestThesisKernels(t *testing.T) {
	for file, want := range map[string]string{
		// One kernel, a tile in the memory of each block.
		"transpose_tiled": "parallel 0, launches 1, shared 1, barriers 1, global 1, private 0",
		// One kernel: an area for the halves of a chunk.
		"reduce_part": "parallel 0, launches 1, shared 1, barriers 3, global 1, private 0",
		// The first step, and one in the host's loop: each has a kernel.
		"reduce_full": "parallel 0, launches 2, shared 2, barriers 6, global 1, private 0",
		// Three kernels.
		"scan": "parallel 0, launches 3, shared 2, barriers 8, global 3, private 0",
	} {
		text, err := os.ReadFile(filepath.Join("../../conformance/programs/fcl", file+".fcl"))
		if err != nil {
			t.Fatal(err)
		}
		if got := counts(t, file, string(text)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", file, got, want)
		}
	}
}

func counts(t *testing.T, name, text string) string {
	t.Helper()
	p, err := fcl.Compile(context.Background(), name, []byte(text), fcl.Options{})
	if err != nil {
		t.Error(err)
		return ""
	}
	return tallied(t, p.Fun("main").Body).String()
}

// tally counts the parts of a program.
type tally struct{ parallel, launches, shared, barriers, global, private int }

func (n tally) String() string {
	return fmt.Sprintf("parallel %d, launches %d, shared %d, barriers %d, global %d, private %d", n.parallel, n.launches, n.shared, n.barriers, n.global, n.private)
}

// tallied counts the statements. Of two versions of a kernel, between which the host chooses, it
// counts one; they have to be alike.
func tallied(t *testing.T, list []imp.Stm) (n tally) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Parallel:
			n.parallel++
		case *imp.Launch:
			n.launches++
			n.shared += len(s.Shared)
		case *imp.Barrier:
			n.barriers++
		case *imp.Alloc:
			switch {
			case s.What == "what failed":
			case s.Space == "":
				n.global++
			default:
				n.private++
			}
		case *imp.If:
			if one, other := tallied(t, s.Then), tallied(t, s.Else); one.launches > 0 {
				if one != other {
					t.Errorf("of two versions of a kernel, one has %v, the other %v", one, other)
				}
				n = n.and(one)
				return false
			}
		}
		return true
	})
	return n
}

func (n tally) and(m tally) tally {
	return tally{n.parallel + m.parallel, n.launches + m.launches, n.shared + m.shared, n.barriers + m.barriers, n.global + m.global, n.private + m.private}
}
