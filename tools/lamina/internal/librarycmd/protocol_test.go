package librarycmd

import (
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/fault"
)

// Servers answer as those that Futhark compiles: the recorded commands give the same lines and
// files, or fail, too. Values come from text.
func TestServersAnswerAsFuthark(t *testing.T) {
	need(t, "cc")
	archive, err := txtar.ParseFile("testdata/protocol/futhark.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, f := range archive.Files[1:] {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commands := strings.Split(string(archive.Files[0].Data), "> ")[1:]
	for _, target := range []string{"server", "server-opencl"} {
		t.Run(target, func(t *testing.T) {
			if target == "server-opencl" {
				if testing.Short() {
					t.Skip("compiling kernels takes seconds")
				}
				linksOpenCL(t)
			}
			x := serverOf(t, "testdata/protocol/protocol.fut", Flags{Target: target, Processor: target == "server-opencl"}, folder)
			for _, recorded := range commands {
				command, answer, _ := strings.Cut(recorded, "\n")
				want := strings.Split(strings.TrimSuffix(answer, "\n"), "\n")
				got, err := x.do("%s", strings.ReplaceAll(command, "OUT", "stored"))
				got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "runtime: ") })
				if failed := new(fault.Failure); errors.As(err, &failed) {
					got = []string{"failure"}
				} else if err != nil {
					t.Fatalf("%s: %v", command, err)
				} else if strings.HasPrefix(command, "store OUT") {
					stored, err := os.ReadFile(filepath.Join(folder, "stored"))
					if err != nil {
						t.Fatal(err)
					}
					got = []string{hex.EncodeToString(stored)}
				}
				if strings.Join(got, "\n") != strings.Join(want, "\n") {
					t.Errorf("%s: got %q, want %q", command, got, want)
				}
			}
		})
	}
}

// serverOf makes and starts a server in a folder.
func serverOf(t *testing.T, program string, flags Flags, folder string) *client {
	flags.Prefix = "futhark"
	path := filepath.Join(writeTo(t, program, flags), strings.TrimSuffix(filepath.Base(program), ".fut"))
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	x := &client{failed: t.Error, within: folder, folder: t.TempDir()}
	if err := x.start(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	return x
}

// Types, attributes and arrays of records are as the program has them.
func TestServersDescribeTypes(t *testing.T) {
	need(t, "cc")
	x := serverOf(t, "testdata/protocol/protocol.fut", Flags{Target: "server"}, t.TempDir())
	for _, c := range []struct{ command, want string }{
		{"attributes add", "foo"},
		{"attributes mk", ""},
		{"kind i32", "scalar"},
		{"kind []point", "array"},
		{"kind point", "record"},
		{"kind shape", "sum"},
		{"kind i16", "scalar"}, // which no entry point has
		{"elemtype []point", "point"},
		{"elemtype [][][][]u8", "u8"},
		{"rank [][][][]u8", "4"},
		{"fields {p:point, q:(i32, bool)}", ""}, // words end at blanks
		{`fields "{p:point, q:(i32, bool)}"`, "p point\nq (i32, bool)"},
	} {
		got, err := x.do("%s", c.command)
		if err != nil && c.want != "" || strings.Join(got, "\n") != c.want {
			t.Errorf("%s: %q, %v; want %q", c.command, got, err, c.want)
		}
	}
}

// An element of an array is a value of its own, and arrays of fields become an array of records.
func TestServersIndexAndZip(t *testing.T) {
	need(t, "cc")
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "values"), []byte("[1.5f32, 2.5] [7i64, 8]"), 0o666); err != nil {
		t.Fatal(err)
	}
	x := serverOf(t, "testdata/protocol/protocol.fut", Flags{Target: "server"}, folder)
	for _, command := range []string{"restore values xs []f32 ys []i64", "zip ps []point xs ys", "index p ps 1", "project y p y", "index x xs 0", "store stored y x"} {
		if _, err := x.do("%s", command); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
	}
	stored, err := os.ReadFile(filepath.Join(folder, "stored"))
	if want := "b\x02\x00 i64\x08\x00\x00\x00\x00\x00\x00\x00b\x02\x00 f32\x00\x00\xc0\x3f"; string(stored) != want || err != nil {
		t.Errorf("stored %q, %v; want %q", stored, err, want)
	}
	for _, c := range []struct{ command, want string }{
		{"index q ps 2", "index 2 is out of bounds for dimension 0, of size 2, of an array of type []point"},
		{"index q ps -1", "index -1 is out of bounds for dimension 0, of size 2, of an array of type []point"},
		{"index q xs 2", "index: the index [2] is out of bounds for an array of type [2]f32"},
		{"index q ps one", "Not an index: one"},
		{"index q ps 0 0", "Type []point takes 1 indices, not 2"},
		{"index q y 0", "Not an array type: i64"},
		{"zip q []point xs", "A value of type []point has 2 parts here, not 1"},
	} {
		if _, err := x.do("%s", c.command); err == nil || err.Error() != c.want {
			t.Errorf("%s: got error %v, want %s", c.command, err, c.want)
		}
	}
}

// A line of a tuning file that sets nothing is one error. Before, names that no parameter has had no effect.
func TestTuningFilesWithUnknownNames(t *testing.T) {
	need(t, "cc")
	dir := writeTo(t, "testdata/repeat.fut", Flags{Target: "server", Prefix: "futhark"})
	program, file := filepath.Join(dir, "repeat"), filepath.Join(dir, "some.tuning")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("\nnosuch=3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "--tuning", file).CombinedOutput()
	want := file + ":2: there is no such tuning parameter (--print-params lists them): nosuch=3\n"
	if err == nil || string(out) != want {
		t.Errorf("got %v and %q, want %q", err, out, want)
	}
}
