// Package repository finds the programs of this repository, for tests that run all of them.
package repository

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/conformance/runner"
)

// folders lists the folders with programs, relative to the repository's root.
var folders = []string{"examples", "conformance/programs", "conformance/regressions"}

// Root returns the repository's root: the enclosing folder that contains the examples.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "examples")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no folder above holds the examples")
		}
		dir = filepath.Dir(dir)
	}
}

// Programs lists the program files, including those of additional folders.
func Programs(t testing.TB, more ...string) []string {
	t.Helper()
	var paths []string
	for _, f := range append(folders[:len(folders):len(folders)], more...) {
		paths = append(paths, filepath.Join(Root(t), f))
	}
	files, err := runner.Find(paths)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("there are no programs")
	}
	return files
}
