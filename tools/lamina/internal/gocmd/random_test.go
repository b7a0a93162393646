package gocmd

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/frontends/gosrc"
	"github.com/lamina-lang/lamina/tools/lamina/internal/gocmd/generate"
)

var (
	programs    = flag.Int("programs", 5, "how many random programs to compare")
	expressions = flag.Int("expressions", 2, "how many expressions a random program has")
	firstSeed   = flag.Uint64("seed", 1, "the first random program's seed")
	onBackends  = flag.String("backends", "wasm", "the backends to compare with plain Go, separated by commas: wasm, c, interp (of programs for GPUs), opencl, opencl:0:0:gpu, cuda")
	alsoLinked  = flag.String("link", "", "backends to link without running on them")
	checked     = flag.Bool("checked", false, "check the programs of expressions after every pass")
	keptIn      = flag.String("keep", "", "a new folder to keep the executables and their sources in")
)

// Random programs print the same as plain Go and with their expressions on backends: results
// bit for bit, errors by their messages. Many programs are one executable, which is
// built, linked and started once. `go test -run RandomPrograms -programs 1000 -timeout 10h` is for the
// night; -backends interp -checked takes them through the pipeline for GPUs without one, -backends wasm,c,opencl links more backends, and -keep FOLDER keeps the executables and their sources.
func TestRandomPrograms(t *testing.T) {
	backends := strings.Split(*onBackends, ",")
	for from := 0; from < *programs; from += together {
		var seeds []uint64
		for i := from; i < min(from+together, *programs); i++ {
			seeds = append(seeds, *firstSeed+uint64(i))
		}
		links := linked(append(backends, strings.Split(*alsoLinked, ",")...))
		dir := module(t, randomModule(seeds, links)...)
		binary := filepath.Join(dir, "bin", "m")
		if *keptIn != "" {
			binary = filepath.Join(*keptIn, fmt.Sprintf("random%d", seeds[0]))
			if err := os.CopyFS(binary+".src", os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := laminaChecking(t, *checked, "build", "-C", dir, "-tags", strings.Join(links, ","), "-gcflags=example.com/m/...=-N -l", "-ldflags=-s -w", "-o", binary, "."); err != nil {
			t.Fatalf("seeds %d to %d: lamina go build: %v\n%s", seeds[0], seeds[len(seeds)-1], err, out)
		}
		want := programOutputs(t, binary, "go")
		for _, b := range backends {
			got := programOutputs(t, binary, b)
			for i, seed := range seeds {
				compare(t, fmt.Sprintf("seed %d", seed), b, at(want, i), at(got, i))
			}
		}
	}
}

// together is how many programs are one executable.
const together = 200

// linked are the names of backends that a program has to link.
func linked(backends []string) []string {
	var out []string
	for _, b := range backends {
		if b, _, _ = strings.Cut(b, ":"); b != "wasm" && b != "" {
			out = append(out, b)
		}
	}
	return out
}

// randomModule is a program that runs the programs of seeds one after the other. They are parts of a few packages:
// the go command takes as long for a small package as for several of them.
func randomModule(seeds []uint64, backends []string) []txtar.File {
	var imports, calls strings.Builder
	for _, b := range backends {
		fmt.Fprintf(&imports, "import _ %q\n", gosrc.Accelerate+"/"+b)
	}
	text, aid := generate.Programs(seeds, *expressions, "main", "example.com/m")
	for _, seed := range seeds {
		fmt.Fprintf(&calls, "\tprogram%d,\n", seed)
	}
	main := fmt.Sprintf(randomMain, imports.String(), calls.String(), programEnd)
	return []txtar.File{file("programs.go", text), file("aid/aid.go", aid), file("main.go", main)}
}

// randomMain runs all programs, or, with arguments K and N, every Nth of them from the Kth.
const randomMain = `package main

import (
	"fmt"
	"os"
)
%s
var programs = []func(){
%s}

func main() {
	first, step := 0, 1
	if len(os.Args) == 3 {
		fmt.Sscan(os.Args[1], &first)
		fmt.Sscan(os.Args[2], &step)
	}
	for i := first; i < len(programs); i += step {
		programs[i]()
		fmt.Println(%q)
	}
}
`

// programEnd is the line after what a program prints.
const programEnd = "-- end of the program --"

// programOutputs returns the output of each program of an executable on a backend.
func programOutputs(t *testing.T, binary, backend string) []string {
	t.Helper()
	all := strings.Split(output(t, binary, backend), programEnd+"\n")
	return all[:len(all)-1]
}

// compare compares what a program prints as plain Go and on a backend.
func compare(t *testing.T, name, backend, plain, accelerated string) {
	t.Helper()
	// Loops may write elements that they read under another name.
	shares := func(line string) bool {
		return strings.HasSuffix(line, "has memory in common with something else that it mentions")
	}
	want, got := strings.Split(plain, "\n"), slices.DeleteFunc(strings.Split(accelerated, "\n"), shares)
	if len(want) != *expressions+1 {
		t.Errorf("%s prints %d lines as plain Go, want one for each expression", name, len(want)-1)
	}
	for _, line := range got {
		if strings.HasPrefix(line, "lamina: the expression at ") {
			t.Errorf("%s on %s: %s", name, backend, line)
			return
		}
	}
	for k := range max(len(want), len(got)) {
		if k >= len(want) || k >= len(got) || want[k] != got[k] {
			t.Errorf("%s: plain Go and %s differ in line %d:\n%.300s\n%.300s", name, backend, k+1, at(want, k), at(got, k))
			break
		}
	}
}

func at(lines []string, k int) string {
	if k < len(lines) {
		return lines[k]
	}
	return "(nothing)"
}
