package wasm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
)

// Machine code is stored in files. Damaged files or a folder that cannot be written affect
// only the time.
func TestCache(t *testing.T) {
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+matmul)
	if err != nil {
		t.Fatal(err)
	}
	check := func(dir string) {
		t.Helper()
		x, err := wasm.NewWithCache(dir).Compile(context.Background(), p, backend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		want(t, run(t, x, parse(t, "[[2f32]] [[3f32]]")...), "[[6f32]]")
	}
	dir := t.TempDir()
	check(dir)
	files, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the cache holds %v, %v; want one file", files, err)
	}
	machineCode, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	check(dir)
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return b[:10] },
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)/2] ^= 0xff; return b },
		// The engine jumps to an offset of a function without looking at it.
		func(b []byte) []byte { b[0x1a] ^= 0x40; return b },
		func(b []byte) []byte { b[len(b)-1] ^= 0xff; return b },
	} {
		if err := os.MkdirAll(filepath.Dir(files[0]), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(files[0], damage(append([]byte{}, machineCode...)), 0o600); err != nil {
			t.Fatal(err)
		}
		check(dir)
		check(dir)
	}
	check(filepath.Join(files[0], "below a file"))
}

// The older half of too many modules is removed.
func TestCacheIsPruned(t *testing.T) {
	dir := t.TempDir()
	for i := range 1500 {
		if err := os.Mkdir(filepath.Join(dir, strconv.Itoa(i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	last := filepath.Join(dir, "1499")
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(last, later, later); err != nil {
		t.Fatal(err)
	}
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+matmul)
	if err != nil {
		t.Fatal(err)
	}
	x, err := wasm.NewWithCache(dir).Compile(context.Background(), p, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 751 {
		t.Errorf("%d modules are left, %v; want 750 and the new one", len(left), err)
	}
	if _, err := os.Stat(last); err != nil {
		t.Errorf("the newest module is gone: %v", err)
	}
}

// A process that compiles many modules looks again and again for too many.
func TestCacheIsPrunedAgain(t *testing.T) {
	dir := t.TempDir()
	b := wasm.NewWithCache(dir)
	for i := range 501 {
		p, err := imp.ParseSource("test.imp", fmt.Sprintf("lamina imp\nfun main() -> (s: i64)\n  entry () -> (\"i64\" = i64 in s) {\n  s <- %d\n}", i))
		if err != nil {
			t.Fatal(err)
		}
		x, err := b.Compile(context.Background(), p, backend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if i != 0 {
			continue
		}
		for k := range 1500 { // of other processes
			if err := os.Mkdir(filepath.Join(dir, strconv.Itoa(k)), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 1002 {
		t.Errorf("%d modules are left, %v; want the newer half of 2000 and the new one", len(left), err)
	}
}
