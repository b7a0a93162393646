package dpia_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/frontends/dpia"
)

// TestKernelsHaveTheStrategysShape counts what a strategy becomes. The expected counts follow from
// the strategy by the rules of docs/dpia.md: a parallel loop for each mapGlobal, a launch for each
// mapWorkgroup, a loop for each reduction and mapSeq, local memory for each toLocal, and a barrier
// between what work-items write and what others read.
func TestKernelsHaveTheStrategysShape(t *testing.T) {
	const head = "def mul (p : exp[f32 * f32]) : exp[f32] = p.1 * p.2\n" +
		"def half {n : nat} (xs : exp[(2 * n).f32]) : exp[n.f32] = xs |> split 2 |> mapLocal (reduceSeq (+) 0)\n" +
		"entry main {k : nat} (xs ys : exp[(8 * k).f32]) : "
	for _, c := range []struct{ strategy, want string }{
		// Pairs are two arrays each.
		{"exp[k.1.(f32 * f32)] = xs |> split 8 |> mapWorkgroup (\\c. c |> split 4 |> toLocal (mapLocal (reduceSeq (\\x a. pair (min x a.1) (max x a.2)) (0, 0)))" +
			" |> split 2 |> mapLocal (reduceSeq (\\x a. pair (min x.1 a.1) (max x.2 a.2)) (0, 0)))",
			"global 0, launches 1, loops 2, shared 2, barriers 1, allocations 2, private 0"},
		{"exp[(8 * k).f32] = mapGlobal (\\x. 3 * x) xs",
			"global 1, launches 0, loops 0, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[f32] = reduce (+) 0 (map mul (zip xs ys))",
			"global 1, launches 0, loops 1, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[f32] = reduceSeq (\\p a. mul p + a) 0 (zip xs ys)",
			"global 0, launches 0, loops 1, shared 0, barriers 0, allocations 0, private 0"},
		{"exp[(8 * k).f32] = xs |> split 8 |> mapWorkgroup (mapLocal abs) |> join",
			"global 0, launches 1, loops 0, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[k.4.f32] = zip xs ys |> split 8 |> mapWorkgroup (\\c. c |> split 2 |> mapLocal (reduceSeq (\\p a. mul p + a) 0))",
			"global 0, launches 1, loops 1, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[k.1.f32] = zip xs ys |> split 8 |> mapWorkgroup (\\c. c |> toLocal (mapLocal mul) |> toLocal half |> toLocal half |> half)",
			"global 0, launches 1, loops 3, shared 3, barriers 3, allocations 1, private 0"},
		// The loop's rounds write different rows of the result: no barrier between them.
		{"exp[k.2.4.f32] = xs |> split 8 |> mapWorkgroup (\\c. c |> split 4 |> mapSeq (mapLocal abs))",
			"global 0, launches 1, loops 1, shared 0, barriers 0, allocations 1, private 0"},
		// In each round, work-items read what others wrote: one barrier after the writes, and one
		// before the next round writes again.
		{"exp[k.2.4.f32] = xs |> split 8 |> mapWorkgroup (\\c. c |> split 4 |> mapSeq (\\r. r |> toLocal (mapLocal abs) |> split 2 |> transpose |> join |> mapLocal abs))",
			"global 0, launches 1, loops 1, shared 1, barriers 2, allocations 1, private 0"},
		{"exp[k.f32] = xs |> split 8 |> mapGlobal (\\c. c |> toPrivate (mapSeq abs) |> reduceSeq (+) 0)",
			"global 1, launches 0, loops 2, shared 0, barriers 0, allocations 1, private 1"},
	} {
		p, err := dpia.Compile(context.Background(), "strategy.dpia", []byte(head+c.strategy), dpia.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.strategy, err)
			continue
		}
		if got := counts(p.Fun("main")); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s\n%s", c.strategy, got, c.want, p)
		}
	}
}

// TestGroupsInTurn counts what a strategy becomes where three groups take all chunks in turn, which is a loop more: work-items
// that write chunks of the result need no barrier, also where an element's place is a sum of three products.
func TestGroupsInTurn(t *testing.T) {
	const head = "entry main {k : nat} (xs : exp[(8 * k).f32]) : "
	for _, c := range []struct{ strategy, want string }{
		{"exp[(8 * k).f32] = xs |> split 8 |> mapWorkgroup (mapLocal abs) |> join",
			"global 0, launches 1, loops 1, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[(8 * k).f32] = xs |> split 8 |> mapWorkgroup (\\c. c |> split 2 |> mapLocal (mapSeq abs) |> join) |> join",
			"global 0, launches 1, loops 2, shared 0, barriers 0, allocations 1, private 0"},
		{"exp[(8 * k).f32] = xs |> split 8 |> mapWorkgroup (\\c. c |> toLocal (mapLocal abs) |> split 2 |> transpose |> join |> mapLocal abs) |> join",
			"global 0, launches 1, loops 1, shared 1, barriers 2, allocations 1, private 0"},
	} {
		p, err := dpia.Compile(context.Background(), "strategy.dpia", []byte(head+c.strategy), dpia.Options{Groups: 3})
		if err != nil {
			t.Errorf("%s: %v", c.strategy, err)
			continue
		}
		if got := counts(p.Fun("main")); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s\n%s", c.strategy, got, c.want, p)
		}
	}
}

func counts(f *imp.Fun) string {
	var global, launches, loops, shared, barriers, allocations, private int
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Parallel:
			global++
		case *imp.Launch:
			launches++
			shared += len(s.Shared)
		case *imp.For:
			loops++
		case *imp.Barrier:
			barriers++
		case *imp.Alloc:
			if s.Space == "" {
				allocations++
			} else {
				private++
			}
		}
		return true
	})
	return fmt.Sprintf("global %d, launches %d, loops %d, shared %d, barriers %d, allocations %d, private %d",
		global, launches, loops, shared, barriers, allocations, private)
}
