package packages

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// archived are the files of a package as archives of releases hold them: within one folder, with
// others beside, and with names that would leave the package.
var archived = map[string]string{
	"sorts-1.0.0/futhark.pkg":                                            "package github.com/one/sorts",
	"sorts-1.0.0/lib/github.com/one/sorts/sort.fut":                      "def sort = 1i32",
	"sorts-1.0.0/lib/github.com/one/sorts/a/b.fut":                       "def b = 1i32",
	"sorts-1.0.0/lib/github.com/two/far/far.fut":                         "def far = 1i32",
	"sorts-1.0.0/README.md":                                              "Sorts.",
	"sorts-1.0.0/lib/github.com/one/sorts/../../../../../../outside.fut": "def outside = 1i32",
	"/tmp/outside.fut":                                                   "def outside = 1i32",
}

func writeZip(to io.Writer) error {
	w := zip.NewWriter(to)
	for name, text := range archived {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}

func writeTar(to io.Writer) error {
	z := gzip.NewWriter(to)
	w := tar.NewWriter(z)
	for name, text := range archived {
		err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))})
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), z.Close())
}

func TestArchives(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{"p.zip": writeZip, "p.tar.gz": writeTar, "p.tgz": writeTar} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			archive := filepath.Join(t.TempDir(), name)
			f, err := os.Create(archive)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(write(f), f.Close()); err != nil {
				t.Fatal(err)
			}
			if _, err := add(context.Background(), folder, archive, "1.0.0"); err != nil {
				t.Fatal(err)
			}
			var got []string
			err = filepath.WalkDir(folder, func(file string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					name, _ := filepath.Rel(folder, file)
					got = append(got, filepath.ToSlash(name))
				}
				return err
			})
			const want = "futhark.pkg lib/github.com/one/sorts/a/b.fut lib/github.com/one/sorts/sort.fut"
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("the folder holds %v (%v), want %s", got, err, want)
			}
		})
	}
}

// A broken archive changes nothing.
func TestBrokenArchives(t *testing.T) {
	for _, name := range []string{"p.zip", "p.tar", "p.tgz"} {
		folder := t.TempDir()
		archive := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(archive, []byte(strings.Repeat("no archive ", 100)), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := add(context.Background(), folder, archive, "1.0.0")
		left, _ := os.ReadDir(folder)
		if err == nil || len(left) > 0 {
			t.Errorf("%s: error %v, and %d files are left", name, err, len(left))
		}
	}
}

// Comments and hashes of a manifest stay when a package is added or gets another version.
func TestManifestKeepsItsText(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"", "require {\n  a.org/b 1.2.3\n}\n"},
		{"package p", "package p\nrequire {\n  a.org/b 1.2.3\n}\n"},
		{"require {}", "require {\n  a.org/b 1.2.3\n}"},
		{"require { -- these\n c 1.0.0 #12 -- a\n}", "require {\n  a.org/b 1.2.3\n -- these\n c 1.0.0 #12 -- a\n}"},
		{"require {\n  a.org/b 1.0.0 #ff -- b\n}\npackage p", "require {\n  a.org/b 1.2.3 -- b\n}\npackage p"},
	} {
		m, err := ParseManifest("futhark.pkg", c.before)
		if err != nil {
			t.Fatal(err)
		}
		after := m.With("a.org/b", "1.2.3")
		if after != c.after {
			t.Errorf("%q becomes %q, want %q", c.before, after, c.after)
		}
		if _, err := ParseManifest("futhark.pkg", after); err != nil {
			t.Error(err)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add("package a\nrequire { b 1.0.0 #1\n}")
	f.Add("-- c\nrequire {")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseManifest("futhark.pkg", text)
		if err != nil {
			return
		}
		again, err := ParseManifest("futhark.pkg", m.With("a/b", "99999.0.0"))
		if err != nil || again.requirement("a/b") == nil || again.Name != m.Name {
			t.Errorf("%q with another package: %v", text, err)
		}
	})
}
