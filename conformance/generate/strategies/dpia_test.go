package strategies_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate/strategies"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia"
)

// TestDPIA is the paper's theorem as a test: random well-typed terms with random strategies mean
// to the interpreter of imp, which traces races, what they mean to the evaluator of functional
// DPIA; and so do the printed stages, and other launch sizes.
//
//	go test ./conformance/generate/strategies -run TestDPIA -terms 100000 -v
func TestDPIA(t *testing.T) {
	ctx := context.Background()
	refused, ran := 0, 0
	for i := range *terms {
		progress(t, i)
		s := *seed + uint64(i)
		random := strategies.DPIA(s)
		text, args := random.Text, random.Args
		want, err := dpia.Evaluate(ctx, "term.dpia", []byte(text), "main", args)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", s, err, text)
		}
		o := dpia.Options{Local: random.Local, Groups: random.Groups}
		versions := []string{text}
		for _, stage := range dpia.Stages {
			printed, err := dpia.Stage(ctx, "term.dpia", []byte(text), stage)
			if err != nil {
				t.Fatalf("seed %d: %s: %v\n%s", s, stage, err, text)
			}
			versions = append(versions, printed)
		}
		for _, v := range versions {
			p, err := dpia.Compile(ctx, "term.dpia", []byte(v), o)
			var wrong *source.Error
			if errors.As(err, &wrong) && illegal(wrong.Msg) {
				refused++
				break
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", s, err, text, v)
			}
			got, _, err := interp.Imp(ctx, p, "main", args, interp.Options{})
			if err != nil {
				t.Fatalf("seed %d, %+v: %v\n%s\n%s\n%s", s, o, err, text, v, p)
			}
			for k, r := range got {
				for j := range r.Len() {
					if r.At(j) != want[k][j] {
						t.Fatalf("seed %d, %+v: result %d[%d] is %v, not %v\n%s\n%s\n%s", s, o, k, j, r.At(j), want[k][j], text, v, p)
					}
				}
				if int(r.Len()) != len(want[k]) {
					t.Fatalf("seed %d: result %d has %d numbers, not %d\n%s", s, k, r.Len(), len(want[k]), text)
				}
			}
			ran++
		}
	}
	t.Logf("%d terms, %d of which were refused as strategies; %d programs ran, of all stages", *terms, refused, ran)
	if refused > *terms/4 {
		t.Errorf("%d of %d strategies were refused: the generator should know the rules", refused, *terms)
	}
}

// illegal reports whether a message is about a strategy that no kernel can have.
func illegal(msg string) bool {
	for _, part := range []string{"work-item", "private memory", "local memory", "all work-items", "starts a kernel"} {
		if strings.Contains(msg, part) {
			return true
		}
	}
	return false
}
