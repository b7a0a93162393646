package pass

import (
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	const base = "tidy,join{max-depth=4},tidy,extract,flatten"
	for in, want := range map[string]string{
		"default":                             base,
		"default, early after join":           "tidy,join{max-depth=4},early,tidy,extract,flatten",
		"default, early before extract, tidy": "tidy,join{max-depth=4},tidy,early,extract,flatten,tidy",
		"default,join{kind=one} after tidy#2": "tidy,join{max-depth=4},tidy,join{kind=one},extract,flatten",
		"tidy,default":                        "tidy," + base,
		"tidy, join{ kind=one ,greedy}":       "tidy,join{ kind=one ,greedy}",
		"":                                    "",
		"tidy,,":                              "tidy,,", // left for Parse to report
	} {
		got, err := example().Expand(in, base)
		if err != nil || got != want {
			t.Errorf("%q is %q (%v), want %q", in, got, err, want)
		}
	}
}

func TestExpandErrors(t *testing.T) {
	for in, want := range map[string]string{
		"default, join after tidy":    "tidy runs 2 times; say which run, from tidy#1 to tidy#2",
		"default, join after tidy#3":  "there is no run 3 of tidy; it runs 2 times",
		"default, join after tidy#x":  "the number of a run is 1 or more",
		"default, join after early":   "early is not among the passes before",
		"default, join after flatter": "did you mean flatten?",
	} {
		if _, err := example().Expand(in, "tidy,join,tidy,extract,flatten"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", in, err, want)
		}
	}
	if _, err := example().Expand("default", ""); err == nil || !strings.Contains(err.Error(), "name the passes") {
		t.Errorf("default without a backend: %v", err)
	}
	if _, err := example().Parse("tidy behind join", Soac); err == nil {
		t.Error("an unknown word is accepted")
	}
}

func TestTheSecondRunHasItsNumber(t *testing.T) {
	p, err := example().Parse("tidy,join,tidy{rewrites=3},tidy", Soac)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"tidy", "join", "tidy#2{rewrites=3}", "tidy#3"} {
		if got := p.Steps[i].String(); got != want {
			t.Errorf("step %d is called %s, want %s", i, got, want)
		}
	}
	if again, err := example().Parse(p.String(), Soac); err != nil || again.String() != p.String() {
		t.Errorf("%s reads back as %v, %v", p, again, err)
	}
	alone, err := Build(Soac, p.Steps[2])
	if err != nil || alone.Steps[0].String() != "tidy#2{rewrites=3}" {
		t.Errorf("alone, step 2 is called %s (%v)", alone.Steps[0], err)
	}
	if (Timing{Step: "tidy#2{rewrites=3}"}).Pass() != "tidy" {
		t.Error("the pass of a timing has more than its name")
	}
}
