package gocmd

import (
	"regexp"
	"strings"
	"testing"
)

// numbers are those of names.
var numbers = regexp.MustCompile(`_[0-9]+`)

// lamina go extract -fut prints what an expression does in the manner of Futhark's language.
func TestExtractAsFuthark(t *testing.T) {
	dir := module(t, file("main.go", `package main

import "github.com/lamina-lang/lamina/accelerate"

func main() {
	xs, a := []float32{1, 2}, float32(3)
	println(accelerate.Run(func() float32 {
		ys := accelerate.Map(func(x float32) float32 {
			if x < 0 {
				return -1
			}
			return a * x
		}, xs)
		return accelerate.Reduce(func(x, y float32) float32 { return x + y }, 0, ys)
	}))
}
`))
	out, err := lamina(t, "extract", "-C", dir, "-fut", ".")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(numbers.ReplaceAllString(out, "")), " ")
	for _, want := range []string{
		"-- argument 0: a", "-- argument 1: xs", "-- dialect: functional", "entry main [n] (a: f32) (xs: [n]f32) : f32 =",
		"map (\\(x", "if ", "a * x", "else", "reduce (\\(x", "+ ", "0.0f32",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}
