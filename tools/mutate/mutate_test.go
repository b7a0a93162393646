package main

import (
	"errors"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const code = `package p

func f(x, y int) (bool, error) {
	if x < y {
		return false, nil
	}
	for i := range x {
		if i == 3 && y > 0 {
			continue
		}
		g(i - y)
	}
	x = y
	return true, nil
}
`

// Each mutant is a different program that parses, and all kinds are found.
func TestMutantsParse(t *testing.T) {
	ms, err := mutantsIn("p.go", []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	seen := map[string]bool{}
	for _, m := range ms {
		text := string(m.changed([]byte(code)))
		if _, err := format.Source([]byte(text)); err != nil {
			t.Errorf("%v: %v\n%s", m, err, text)
		}
		if text == code || seen[text] {
			t.Errorf("%v changes nothing, or what another does", m)
		}
		seen[text] = true
		kinds = append(kinds, m.what)
	}
	for _, kind := range []string{"condition negated", "check left out", "statement dropped", "operands exchanged", "off by one",
		"result turned", "comparison turned", "and for or", "loop left", "minus for plus"} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no mutant is %q", kind)
		}
	}
}

// A seed draws the same mutants every time, alternating between folders.
func TestDraw(t *testing.T) {
	var all []mutant
	for k := range 40 {
		all = append(all, mutant{folder: string(rune('a' + k%3)), line: k})
	}
	one, two := draw(slices.Clone(all), 5, 9), draw(slices.Clone(all), 5, 9)
	if !slices.Equal(one, two) {
		t.Errorf("%v and %v", one, two)
	}
	of := map[string]int{}
	for _, m := range one {
		of[m.folder]++
	}
	if of["a"] != 3 || of["b"] != 3 || of["c"] != 3 {
		t.Errorf("%v", of)
	}
}

// What is said of a harmless mutant is about code that there is, and makes a mutant of it.
func TestSurvivorsAreMutants(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, s := range survivors {
		text, err := os.ReadFile(s.file)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skipf("%s is not here: Bazel runs tests without the sources of others", s.file)
		}
		if err != nil {
			t.Fatal(err)
		}
		ms, err := mutantsIn(s.file, text)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(ms, s.covers) || strings.TrimSpace(s.why) == "" {
			t.Errorf("%s: %q is no mutant of %q, or it has no reason", s.file, s.is, s.was)
		}
	}
}
