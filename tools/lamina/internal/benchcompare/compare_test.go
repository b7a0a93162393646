package benchcompare

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/tools/browser"
)

// compared compares two programs, of which one became slower and one did not change.
func compared(t *testing.T) *Comparison {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	before := file("before.json", `{"a.fut:main": {"datasets": {"<b>": {"runtimes": [100, 101, 102, 103, 104]}, "gone": {"runtimes": [1]}}},
		"b.fut:main": {"datasets": {"x": {"runtimes": [10, 20, 30, 40, 50]}}}}`)
	after := file("after.json", `{"a.fut:main": {"datasets": {"<b>": {"runtimes": [204, 206, 208, 202, 200]}}},
		"b.fut:main": {"datasets": {"x": {"runtimes": [11, 19, 30, 41, 49]}}}}`)
	c, err := Files(t.Context(), before, after)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStatistics: of two samples of five that do not overlap, the exact p is 2 of the binomial 10 over 5.
func TestStatistics(t *testing.T) {
	c := compared(t)
	a, b := c.Rows[0], c.Rows[1]
	if a.Old.Center != 102 || a.New.Center != 204 || a.Delta != "+100.00%" || !strings.HasPrefix(a.Test, "p=0.008 ") {
		t.Errorf("the slower one has %v, %v, %s, %s", a.Old.Center, a.New.Center, a.Delta, a.Test)
	}
	if b.Old.Center != 30 || b.New.Center != 30 || b.Delta != "~" {
		t.Errorf("the one that did not change has %v, %v, %s", b.Old.Center, b.New.Center, b.Delta)
	}
	if want := 100 * (math.Sqrt2 - 1); math.Abs(c.Mean-want) > 1e-9 {
		t.Errorf("the geometric mean is %v, want %v", c.Mean, want)
	}
	if len(c.Only) != 1 || !strings.Contains(c.Only[0], "before.json: a.fut:main gone") {
		t.Errorf("in one file alone are %q", c.Only)
	}
}

// TestManyRuns: a plot has as many dots whether a bench ran ten thousand times or a million, the extremes among them.
func TestManyRuns(t *testing.T) {
	var runs []float64
	for i := range 10_000 {
		runs = append(runs, float64((i*7919)%10_000))
	}
	dots := drawn(runs)
	if len(dots) != mostDots || dots[0] != 0 || dots[mostDots-1] != 9_999 || math.Abs(dots[100]-5_000) > 60 {
		t.Errorf("%d dots, of which the first is %v, one in the middle %v, and the last %v", len(dots), dots[0], dots[len(dots)/2], dots[len(dots)-1])
	}
}

// TestPlotsInABrowser looks where the dots of the runs are.
func TestPlotsInABrowser(t *testing.T) {
	var out bytes.Buffer
	if err := compared(t).Page(&out); err != nil {
		t.Fatal(err)
	}
	for _, size := range []browser.Size{browser.Phone, browser.Desktop} {
		var got struct {
			Before, After []float64
			Slower        string
			Bold          int
			Wide          bool
		}
		browser.Run(t, out.Bytes(), size, `
			const plot = document.querySelector("svg");
			const at = kind => [...plot.querySelectorAll("." + kind + " circle")].map(c => +c.getAttribute("cx"));
			return {Before: at("before"), After: at("after"), Slower: document.querySelector(".slower").textContent,
				Bold: document.querySelectorAll("b").length, Wide: document.documentElement.scrollWidth > innerWidth};`, &got)
		if len(got.Before) != 5 || len(got.After) != 5 || !strings.HasPrefix(got.Slower, "+100.00%") || got.Bold != 0 || got.Wide {
			t.Errorf("at %v the page has %+v", size, got)
			continue
		}
		// Times 100 and 208 are at the ends, and 204 is 104/108 of the way.
		first, last := got.Before[0], got.After[2]
		if want := first + (last-first)*104/108; first > 5 || last < plotWidth-5 || math.Abs(got.After[0]-want) > 0.2 {
			t.Errorf("at %v the runs are at %v and %v", size, got.Before, got.After)
		}
	}
}
