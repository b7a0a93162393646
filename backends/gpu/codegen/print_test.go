package codegen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
)

// TestPrint prints the kernels of testdata's programs for each kind of device, and
// compares with what stands after each program (LAMINA_UPDATE=1 writes that). A first
// line "tuning: …" in front of the program is what LAMINA_GPU_TUNE would say.
func TestPrint(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { printFile(t, file) })
	}
}

func printFile(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, settings, _ := strings.Cut(string(archive.Comment), "tuning: ")
	tuned, err := parseTuning(strings.TrimSpace(settings))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []struct {
		name string
		info hardware.Info
	}{
		{"opencl.c", hardware.Info{Dialect: hardware.OpenCL}},
		{"opencl-cpu.c", hardware.Info{Dialect: hardware.OpenCL, CPU: true}},
		{"cuda.c", hardware.Info{Dialect: hardware.CUDA}},
	} {
		p, err := imp.ParseSource(file, string(archive.Files[0].Data))
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Imp(p); err != nil {
			t.Fatal(err)
		}
		u, err := Translate(imp.Flat(p), kind.info, tuned)
		if err != nil {
			t.Fatal(err)
		}
		got := kernelsOf(u.Text.String())
		i := 1
		for i < len(archive.Files) && archive.Files[i].Name != kind.name {
			i++
		}
		if i == len(archive.Files) {
			archive.Files = append(archive.Files, txtar.File{Name: kind.name})
		}
		if want := string(archive.Files[i].Data); got != want && os.Getenv("LAMINA_UPDATE") == "" {
			t.Errorf("%s for %s:\n%s\nwant:\n%s", file, kind.name, got, want)
		}
		archive.Files[i].Data = []byte(got)
	}
	if os.Getenv("LAMINA_UPDATE") != "" {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// kernelsOf is a program text without its prelude.
func kernelsOf(source string) string {
	_, text, _ := strings.Cut(source, preludeEnd)
	return strings.TrimLeft(text, "\n")
}

// A kernel that may start before the kernel before has ended has a body that promises that no block overlaps with
// those that it writes, and itself promises nothing.
func TestPrintOverlapping(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/launch.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p, err := imp.ParseSource("launch.lir", string(archive.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	u, err := Translate(imp.Flat(p), hardware.Info{Dialect: hardware.CUDA, Overlap: true}, Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	const first = "GLOBAL failure_t *failure, u32 launch, SHARED_PARAM(s_6), SHARED_PARAM(t_7), "
	for _, want := range []string{
		"BODY(KERNEL, k0_reverse_narrow, (" + first + "const GLOBAL u8 *RESTRICT xs_2, GLOBAL u8 *RESTRICT out_3), (" +
			first + "GLOBAL u8 *xs_2, GLOBAL u8 *RESTRICT out_3)) {\n",
		"}\nFOLLOWING(KERNEL, k0_reverse_narrow, (" + first + "GLOBAL u8 *xs_2, GLOBAL u8 *out_3), " +
			"(failure, launch, SHARED_ARGUMENT(s_6), SHARED_ARGUMENT(t_7), xs_2, out_3))\n",
	} {
		if !strings.Contains(u.Text.String(), want) {
			t.Errorf("no %q in\n%s", want, kernelsOf(u.Text.String()))
		}
	}
}

// TestThreadOfGroupAllocates says what a launch holds that kernels cannot do, and where: the threads of a group have no
// memory for arrays of sizes that they compute.
func TestThreadOfGroupAllocates(t *testing.T) {
	p, err := imp.ParseSource("f.lir", `lamina imp
file "f.fcl"

fun main(xs: mem) -> (out: mem)
  entry (xs: "[4]i64" = [4]i64 in xs) -> ("[4]i64" = [4]i64 in out) {
  out <- alloc(32)
  launch "main_blocks" (1, 4) {
    var n: i64 = xs.i64[local_id()]
    var t: mem
    t <- alloc(8 * n, for = "a forced array") @3:7
    out.i64[local_id()] <- n
  }
}
`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Translate(imp.Flat(p), hardware.Info{Dialect: hardware.OpenCL}, Tuning{})
	want := "a forced array in the memory of a thread of a group, of a size that is not known before the kernel starts (f.fcl:3:7)"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
