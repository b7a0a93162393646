package conformance

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

var loops = flag.Int("loops", 25, "random programs that TestRandomLoopsBySchedules compiles by random schedules")

// element is a random number computed by operations of constant sizes, of x and the variables in scope.
func element(random *rand.Rand, depth int, scope []string) string {
	v := scope[random.IntN(len(scope))]
	if depth == 0 {
		return []string{v, v + " * 3 - 1", "i64.max " + v + " 2", v + " % 7 + x"}[random.IntN(4)]
	}
	size, index := 1+random.IntN(12), fmt.Sprintf("i%d", depth)
	inner := fmt.Sprintf("map (\\%s -> %s) (iota %d)", index, element(random, depth-1, append(scope, index)), size)
	switch random.IntN(4) {
	case 0:
		return fmt.Sprintf("reduce i64.max (-99) (%s)", inner)
	case 1:
		return fmt.Sprintf("(scan (+) 0 (%s))[x %% %d]", inner, size)
	case 2:
		return fmt.Sprintf("(let ys = %s in ys[(x + 1) %% %d] - ys[%d])", inner, size, size-1)
	}
	return fmt.Sprintf("reduce (+) 0 (%s)", inner)
}

// TestRandomLoopsBySchedules prescribes of random operations of constant sizes, in one another, that their loops are
// unrolled or stay, and of the map around vectors or that no group helps: what comes of it has the results of the
// program, to the interpreter of imp.
//
//	go test ./conformance -run TestRandomLoops -loops 2000
func TestRandomLoopsBySchedules(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(21, 2))
	carriedOut := map[string]int{}
	for range *loops {
		text := fmt.Sprintf("entry main [n] (xs: [n]i64): [n]i64 =\n  map (\\x -> %s + %s) xs\n",
			element(random, 1+random.IntN(3), []string{"x"}), element(random, random.IntN(2), []string{"x"}))
		p, err := fut.Compile(t.Context(), "loops.fut", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		source := p.Clone()
		var lines, words []string
		for _, o := range schedule.Operations(p) {
			choice := []string{"vector 2", "no-cooperate", "", ""}
			if o.Within {
				choice = []string{"unroll", "no-unroll", "sequential unroll", ""}
			}
			if w := choice[random.IntN(4)]; w != "" {
				lines = append(lines, fmt.Sprintf("%s %s %s#%d %s", o.Fun, o.At, o.Op, o.Nth, w))
				words = append(words, w)
			}
		}
		if len(lines) > 2 { // the more, the more is refused
			k := random.IntN(len(lines) - 1)
			lines, words = lines[k:k+2], words[k:k+2]
		}
		told := strings.Join(lines, "\n")
		if err := schedule.Apply(p, "schedule", told); err != nil {
			t.Fatalf("%v\n%s\n%s", err, told, text)
		}
		m := scheduled[random.IntN(len(scheduled))]
		u := &pass.Unit{IR: p, Target: m.target}
		_, err = d.Optimise(t.Context(), u, m.pipeline, driver.Config{Check: true})
		var refused *schedule.Refused
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s\n%s", m.name, err, told, text)
		}
		for _, n := range []int64{0, 1, 9, 20} {
			xs, err := value.New(scalar.I64, n)
			if err != nil {
				t.Fatal(err)
			}
			for i := range n {
				xs.Set(i, scalar.Int(scalar.I64, 5*i-17))
			}
			args := []value.Value{xs}
			want, err := interp.Value(t.Context(), source, "main", args, interp.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
			if err != nil || !value.Equal(got[0], want[0]) {
				t.Fatalf("%s, n = %d: %v, %v, want %v, by\n%s\nof\n%s\n%s", m.name, n, got, err, want, told, text, u)
			}
		}
		for _, w := range words {
			carriedOut[w]++
		}
	}
	t.Logf("carried out: %v", carriedOut)
	if carriedOut["unroll"] == 0 {
		t.Error("no loop was unrolled as prescribed")
	}
}
