package gocmd

import (
	"path/filepath"
	"testing"
)

// racing is a program of Loops whose iterations race, which is known only when they have run.
const racing = `package main

import (
	"fmt"

	"github.com/lamina-lang/lamina/accelerate"
)

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func put(t accelerate.Tensor[int], i, x int) { t.Set(t.At(i)+x, i) }

func fill(t accelerate.Tensor[int], first int) {
	for k := range 3 {
		put(t, first+k, 1)
	}
}

func main() {
	out, to := make([]int, 4), []int{0, 1, 1}
	try(func() { accelerate.Loop(3, func(i int) { out[to[i]] = i + 1 }) })
	try(func() { accelerate.Loop(3, func(i int) { out[i] = out[(i+1)%3] }) })
	try(func() {
		width := len(to) - 1
		accelerate.Loop(2, func(i int) {
			for j := range 3 {
				out[i*width+j] = 1
			}
		})
	})
	_, err := accelerate.Try(func() []int {
		sums := make([]int, 2)
		accelerate.Loop(3, func(i int) { sums[i%2] += i })
		return sums
	})
	fmt.Println(err)
	try(func() { accelerate.Loop(2, func(i int) { out[i] = out[i+2] }) })
	fmt.Println(out)
	cells := accelerate.NewTensor[int](6)
	try(func() { accelerate.Loop(3, func(i int) { put(cells, to[i], 1) }) })
	try(func() {
		accelerate.Loop(3, func(i int) {
			put(cells, i, 1)
			put(cells, i+2, 1)
		})
	})
	try(func() { accelerate.Loop(2, func(i int) { fill(cells, i*2) }) })
	try(func() { accelerate.Loop(2, func(i int) { fill(cells, i*3) }) })
	fmt.Println(cells.Elems())
	table, wide := make([]int, 8), 4
	try(func() {
		accelerate.Loop(5, func(i int) {
			for j := range 2 {
				table[j*wide+i] = 1
			}
		})
	})
	fmt.Println(table)
}
`

// Loops that race, which the indices do not tell, end in an error and have written nothing.
func TestRacesAreErrors(t *testing.T) {
	dir := module(t, file("main.go", racing))
	if out, err := lamina(t, "build", "-C", dir, "-trimpath", "-o", "bin/", "."); err != nil {
		t.Fatalf("lamina go build: %v\n%s", err, out)
	}
	const want = "iterations of the Loop race: iterations 1 and 2 use element 1 of out\n\texample.com/m/main.go:24:48\n" +
		"iterations of the Loop race: iterations 0 and 1 use element 1 of out\n\texample.com/m/main.go:25:57\n" +
		"iterations of the Loop may race: iteration 0 uses element 2 of out, and its own are 2 from 0\n\texample.com/m/main.go:30:5\n" +
		"iterations of the Loop race: iterations 0 and 2 use element 0 of sums\n\texample.com/m/main.go:36:36\n" +
		"<nil>\n" +
		"[0 0 0 0]\n" +
		"iterations of the Loop race: iterations 1 and 2 use element 1 of cells\n\texample.com/m/main.go:14:48\n" +
		"iterations of the Loop race: iterations 0 and 2 use element 2 of cells\n\texample.com/m/main.go:14:48\n" +
		"iterations of the Loop may race: iteration 0 uses element 2 of cells, and its own are 2 from 0\n\texample.com/m/main.go:14:54\n" +
		"<nil>\n" +
		"[1 1 1 1 1 1]\n" +
		"iterations of the Loop may race: iteration 4 uses element 4 of table, and its own begin at 4 and again after each 4\n\texample.com/m/main.go:57:5\n" +
		"[0 0 0 0 0 0 0 0]\n"
	if got := output(t, filepath.Join(dir, "bin", "m"), "wasm"); got != want {
		t.Errorf("it prints\n%swant\n%s", got, want)
	}
}
