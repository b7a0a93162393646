package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The share is relative to the copy's rate; times that reach their figure are marked.
func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gpu.json")
	text := `{"device": {"name": "cuda:0: a GPU"},
"tools/gpu-bench/copy.fut:main cuda": {"datasets": {"{[268435456]f32}": {"runtimes": [600, 500]}}},
"tools/gpu-bench/sum.fut:main cuda": {"datasets": {"{[268435456]f32}": {"runtimes": [500]}, "{[3000000]f32}": {"runtimes": [1]}}},
"tools/gpu-bench/scan.fut:main cuda": {"datasets": {"{[268435456]i32}": {"runtimes": [1000]}}},
"tools/gpu-bench/matmul.fut:main cuda": {"datasets": {"{[4096][4096]f32 [4096][4096]f32}": {"runtimes": [], "error": "out of memory"}}}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{file}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## cuda:0: a GPU",
		"Copy rate: 4.29 TB/s.",
		"| x + 1 for 2^28 f32 | 500 µs | 2.15 GB | 100 % |  |",
		"| sum of 2^28 f32 | 500 µs | 1.07 GB | 50 % | 275 µs |",
		"| prefix sums of 2^28 i32 | 1 ms | 2.15 GB | 50 % | 1 ms ✓ |",
		"| matrix product, 4096² f32 | failed: out of memory | | | 12 ms |",
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("there is no line %q in\n%s", want, out.String())
		}
	}
}

// The table of the memory passes has a line for each input, with the published impact next
// to the measured one; failures give the reason.
func TestMemoryTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gpu-memory.json")
	text := `{"device": {"name": "cuda:0: a GPU"},
"/tmp/x/lud.fut:main cuda without none": {"datasets": {"{[8192][8192]f32}": {"runtimes": [400000]}}},
"/tmp/x/lud.fut:main cuda without short-circuit": {"datasets": {"{[8192][8192]f32}": {"runtimes": [500000]}}},
"/tmp/x/lud.fut:main cuda without all": {"datasets": {"{[8192][8192]f32}": {"runtimes": [], "error": "out of memory\nfar"}}}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{file}, &out); err != nil {
		t.Fatal(err)
	}
	if want := "| LUD, 8192² | 400 ms | 500 ms | 1.25 | 1.25 | failed: out of memory |  |\n"; !strings.Contains(out.String(), want) {
		t.Errorf("there is no line %q in\n%s", want, out.String())
	}
}

// A file of pairs gives their table.
func TestPairs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pairs.json")
	text := `{"device": "cuda:0: a GPU", "peer": "a peer", "pairs": [
{"program": "fft", "entry": "main", "input": "{3i64}", "ours": {"microseconds": 30}, "peer": {"microseconds": 20}}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{file}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n## Beside a peer: cuda:0: a GPU\n", "| fft | {3i64} | 30 µs | 20 µs | 1.50 |  |  |\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no line %q in\n%s", want, out.String())
		}
	}
}
