package gocmd

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// unordered is a program with a Loop whose iterations are independent, and one whose iterations race.
const unordered = `package main

import (
	"fmt"

	"github.com/lamina-lang/lamina/accelerate"
)

func main() {
	out := make([]int, 100)
	accelerate.Loop(len(out), func(i int) { out[i] = i })
	fmt.Println("independent")
	accelerate.Loop(len(out), func(i int) {
		out[(i+1)%7]++
	})
	fmt.Println("racing")
}
`

// In plain Go, Go's race detector reports iterations that race, at their places in the user's file.
func TestRaceDetector(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs its own build of Go's library; go test without -short tries it")
	}
	if _, err := exec.LookPath("cc"); err != nil && os.Getenv("CC") == "" {
		t.Skip("there is no C compiler, which go build -race needs")
	}
	dir := module(t, file("main.go", unordered))
	c := exec.CommandContext(t.Context(), "go", "run", "-race", ".")
	c.Dir = dir
	c.Env = append(os.Environ(), "CGO_ENABLED=1", "GORACE=exitcode=66")
	text, err := c.CombinedOutput()
	if err == nil {
		t.Errorf("the program ends without an error:\n%s", text)
	}
	before, after, _ := strings.Cut(string(text), "independent\n")
	if before != "" || !strings.Contains(after, "WARNING: DATA RACE") || !strings.Contains(after, "main.go:14 ") {
		t.Errorf("it prints\n%s", text)
	}
}
