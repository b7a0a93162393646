package schedule_test

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/schedule"
)

func TestPrescriptionsReadBack(t *testing.T) {
	for _, text := range []string{"grid", "either", "either 5", "either 5 apart", "thread", "sequential", "fused", "alone", "apart", "grid apart", "thread apart", "group", "group 64", "group 64 apart", "warp", "grid vector 4", "alone vector 2", "grid vector 2 apart", "thread private", "global", "sequential global apart", "group shared", "group shared apart", "group 64 shared"} {
		p, err := schedule.Parse(text)
		if err != nil || p.String() != text {
			t.Errorf("Parse(%q) = %q, %v", text, p, err)
		}
	}
}

func TestWrongPrescriptions(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "nothing is prescribed",
		"grit":                   `no level "grit"`,
		"grid grid":              "twice",
		"apart apart":            "twice",
		"grid thread":            "not both grid and thread",
		"fused apart":            "both fused and apart",
		"group 0":                "1 to 1024 threads",
		"group 1025":             "1 to 1024 threads",
		"either 0":               "from 1 or more iterations on, not from 0",
		"either 1e3":             "not from 1e3",
		"either 5 6":             `no level "6"`,
		"grid 5":                 `no level "5"`,
		"group 9x":               "1 to 1024 threads",
		"group 64 64":            `no level "64"`,
		"warp 64":                `no level "64"`,
		"group warp":             "not both group and warp",
		"grid shared":            "prescribe group shared",
		"thread shared":          "not results of what is thread",
		"thread 64 shared":       `no level "64"`,
		"group private":          "memory that is private",
		"group global":           "whose results are global",
		"shared shared":          "and once",
		"group local":            "is written shared",
		"grid private":           "could not read them in memory that is private",
		"fused global":           "no result of its own",
		"private private":        "and once",
		"global private":         "and once",
		"unroll no-unroll":       "asked twice",
		"cooperate cooperate":    "asked twice",
		"grid unroll":            "no loop that could be unrolled",
		"thread cooperate":       "not of what is thread",
		"either cooperate":       "not of what is either",
		"vector 4 cooperate":     "not both",
		"thread vector 4 unroll": "not for those that are thread",
		"vector":                 "how many elements",
		"vector 3":               "2 or 4 elements, not 3",
		"vector x":               "2 or 4 elements, not x",
		"thread vector 4":        "on the grid, not for those that are thread",
		"vector 4 vector 2":      "how many elements",
		"grid, thread":           `no level "grid,"`,
		"Grid":                   `no level "Grid"`,
		"grid \x00 end":          "no level",
	} {
		if p, err := schedule.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, %v; want an error with %q", text, p, err, want)
		}
	}
}

// A function may have any name, a file too, and several operations may stand at one position.
const odd = `lamina soac
file "a b.fut"

entry fun $"odd -- name"(n: i64, xs: [n]i64) -> (r: [n]i64) @1:1 {
  let (as: [n]i64) = map(n, [xs], \(x: i64) -> (i64) { in (x) }) @2:3
  let (bs: [n]i64) = map(n, [as], \(x_1: i64) -> (i64) { in (x_1) }) @2:3
  let (cs: [n]i64) = map(n, [bs], \(x_2: i64) -> (i64) { in (x_2) }) @"c -- d.fut":2:3
  in (cs)
}
`

func TestSchedulesOfOddNamesReadBack(t *testing.T) {
	p, err := ir.Parse("odd.lir", odd)
	if err != nil {
		t.Fatal(err)
	}
	all := schedule.Number(p)
	text := schedule.Text(all, map[int]schedule.Level{0: schedule.Sequential, 1: schedule.Fused, 2: schedule.Grid}, nil, nil)
	if err := schedule.Apply(p, "s", text); err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	for i, want := range []schedule.Level{schedule.Sequential, schedule.Fused, schedule.Grid} {
		if got := schedule.Of(all[i].Stm).Level; got != want {
			t.Errorf("operation %d is %q, want %q, by\n%s", i, got, want, text)
		}
	}
}

// The threads of a warp are its lanes: both words are read, one is written.
func TestLanesAreThoseOfWarps(t *testing.T) {
	for text, want := range map[string]string{"lane": "warp", "lane apart": "warp apart", "warp": "warp"} {
		if p, err := schedule.Parse(text); err != nil || p.String() != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", text, p, err, want)
		}
	}
	for _, text := range []string{"lane warp", "lane lane", "lane 32"} {
		if p, err := schedule.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %q", text, p)
		}
	}
}
