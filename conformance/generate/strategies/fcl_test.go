package strategies_test

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate/strategies"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

var (
	terms = flag.Int("terms", 200, "random programs of each test")
	seed  = flag.Uint64("seed", 1, "the first seed of both")
)

// TestFCL compares the translation with the evaluator, which shares no code with it: random
// well-typed programs compute on the interpreter of imp, which traces races and reads of memory
// that nobody wrote, what they mean; and they fail where the evaluator does.
//
//	go test ./conformance/generate/strategies -run TestFCL -terms 100000 -v
func TestFCL(t *testing.T) {
	ctx := context.Background()
	failed, refused := 0, 0
	for i := range *terms {
		progress(t, i)
		s := *seed + uint64(i)
		random := strategies.FCL(s)
		text, args, o := random.Text, random.Args, fcl.Options{Local: random.Local, Groups: random.Groups}
		want, err := fcl.Evaluate(ctx, "term.fcl", []byte(text), "main", args, o)
		var failure *fault.Failure
		fails := errors.As(err, &failure)
		if err != nil && !fails {
			t.Fatalf("seed %d: %v\n%s", s, err, text)
		}
		p, err := fcl.Compile(ctx, "term.fcl", []byte(text), o)
		if err != nil && random.Warps && strings.Contains(err.Error(), "the warps of a block run in step") {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", s, err, text)
		}
		got, _, err := interp.Imp(ctx, p, "main", args, interp.Options{})
		if fails {
			failed++
			if !errors.As(err, &failure) {
				t.Fatalf("seed %d, %+v: the meaning of the program is a failure, but it gives %v, %v\n%s\n%s", s, o, got, err, text, p)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %+v: %v\n%s\n%s", s, o, err, text, p)
		}
		for k, r := range got {
			if int(r.Len()) != len(want[k]) {
				t.Fatalf("seed %d: result %d has %d numbers, not %d\n%s", s, k, r.Len(), len(want[k]), text)
			}
			for j := range r.Len() {
				if r.At(j) != want[k][j] {
					t.Fatalf("seed %d, %+v: result %d[%d] is %v, not %v\n%s\n%s", s, o, k, j, r.At(j), want[k][j], text, p)
				}
			}
		}
	}
	t.Logf("%d programs, of which %d fail, and %d ask of warps what they cannot do", *terms, failed, refused)
	if failed+refused > *terms/3 {
		t.Errorf("%d of %d programs fail or are refused: the generator should make more that do not", failed+refused, *terms)
	}
}

// progress says, in verbose runs, how far a long one has come: all programs before i were right.
func progress(t *testing.T, i int) {
	t.Helper()
	if i > 0 && i%5000 == 0 {
		t.Logf("%d programs, seeds %d to %d, were right", i, *seed, *seed+uint64(i)-1)
	}
}
