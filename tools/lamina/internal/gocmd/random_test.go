package gocmd

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/frontends/gosrc"
	"github.com/lamina-lang/lamina/tools/lamina/internal/gocmd/generate"
)

var (
	programs    = flag.Int("programs", 3, "how many random programs to compare, of 10 expressions each")
	firstSeed   = flag.Uint64("seed", 1, "the first random program's seed")
	onBackends  = flag.String("backends", "wasm", "the backends to compare with plain Go, separated by commas: wasm, c, opencl, opencl:0:0:gpu, cuda")
	expressions = 10 // in a program
)

// Random programs print the same as plain Go and with their expressions on backends: results
// bit for bit, errors by their messages. `go test -run RandomPrograms -programs 1000` is for the
// night; -backends wasm,c,opencl links more backends.
func TestRandomPrograms(t *testing.T) {
	const together = 10 // programs in a module, which is built at once
	for from := 0; from < *programs; from += together {
		var files []txtar.File
		var names []string
		for i := from; i < min(from+together, *programs); i++ {
			seed := *firstSeed + uint64(i)
			name := fmt.Sprintf("seed%d", seed)
			names = append(names, name)
			files = append(files, txtar.File{Name: name + "/main.go", Data: []byte(generate.Program(seed, expressions))})
		}
		backends := strings.Split(*onBackends, ",")
		tags := "none"
		for k := range files {
			for _, b := range backends {
				if b, _, _ = strings.Cut(b, ":"); b != "wasm" {
					files[k].Data = bytes.Replace(files[k].Data, []byte("import ("), []byte("import (\n_ \""+gosrc.Accelerate+"/"+b+"\""), 1)
					tags += "," + b
				}
			}
		}
		dir := module(t, files...)
		if out, err := lamina(t, "build", "-C", dir, "-tags", tags, "-o", "bin/", "./..."); err != nil {
			t.Fatalf("%s: lamina go build: %v\n%s", strings.Join(names, ", "), err, out)
		}
		for _, name := range names {
			for _, b := range backends {
				compare(t, name, filepath.Join(dir, "bin", name), b)
			}
		}
	}
}

// compare runs a program as plain Go and on a backend.
func compare(t *testing.T, name, file, backend string) {
	t.Helper()
	want, got := strings.Split(output(t, file, "go"), "\n"), strings.Split(output(t, file, backend), "\n")
	if len(want) != expressions+1 {
		t.Errorf("%s prints %d lines as plain Go, want one for each expression", name, len(want)-1)
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
