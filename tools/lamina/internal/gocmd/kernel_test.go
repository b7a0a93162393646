package gocmd

import (
	"regexp"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// walking is a Loop over planes that walks over their rows and columns.
const walking = `package main

import "github.com/lamina-lang/lamina/accelerate"

func main() {
	from, to := accelerate.NewTensor[float32](3, 4, 5), accelerate.NewTensor[float32](3, 4, 5)
	planes, rows, columns := from.Dim(0), from.Dim(1), from.Dim(2)
	accelerate.Loop(planes, func(i int) {
		for j := 0; j < rows; j++ {
			for k := 0; k < columns; k++ {
				if k == 0 || k == columns-1 {
					to.Set(from.At(i, j, k), i, j, k)
					continue
				}
				to.Set(from.At(i, j, k-1)+from.At(i, j, k+1), i, j, k)
			}
		}
	})
}
`

// On the embedded backend the loops of a Loop over planes are one space of iterations, as maps within each
// other are.
func TestLoopsInALoopAreOneSpace(t *testing.T) {
	found, err := gosrc.Load(t.Context(), gosrc.Config{Dir: module(t, file("main.go", walking))}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	tool, x := &Tool{Driver: d}, found.Packages[0].Expressions[0]
	if problems := x.Check(t.Context()); len(problems) > 0 {
		t.Fatal(problems[0])
	}
	taken, err := tool.extracted(t.Context(), found.Packages[0])
	if err != nil {
		t.Fatal(err)
	}
	k, err := tool.compile(t.Context(), taken, x, build{[]backend.Kind{backend.Embedded}, func(file string) string { return file }})
	if err != nil {
		t.Fatal(err)
	}
	if text := k.programs[0].text; !regexp.MustCompile(`parallel "\w+" \(\w+ < \w+, \w+ < \w+, \w+ < \w+\)`).MatchString(text) {
		t.Errorf("no loop is over planes, rows and columns:\n%s", text)
	}
}
