//go:build unix

package private

import (
	"os"
	"path/filepath"
	"testing"
)

// put makes a file.
func put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What others could have written is refused: by the mode of a file, of its folder, or of what a
// link leads to, and by its owner.
func TestWhatOthersMayWrite(t *testing.T) {
	others := func(t *testing.T, name string) {
		if os.Geteuid() != 0 {
			t.Skip("only root can give files to others")
		}
		if err := os.Lchown(name, 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	mode := func(t *testing.T, name string, m os.FileMode) {
		if err := os.Chmod(name, m); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		harm func(t *testing.T, dir string) // of dir, and dir/file in it
		well bool
	}{
		"nothing":              {func(*testing.T, string) {}, true},
		"a mode for reading":   {func(t *testing.T, d string) { mode(t, d, 0o755); mode(t, d+"/file", 0o644) }, true},
		"a folder's mode":      {func(t *testing.T, d string) { mode(t, d, 0o777) }, false},
		"a sticky folder":      {func(t *testing.T, d string) { mode(t, d, 0o777|os.ModeSticky) }, false},
		"a file's mode":        {func(t *testing.T, d string) { mode(t, d+"/file", 0o606) }, false},
		"a folder's owner":     {others, false},
		"a file's owner":       {func(t *testing.T, d string) { others(t, d+"/file") }, false},
		"another file, linked": {func(t *testing.T, d string) { link(t, d, 0o666) }, false},
		"an own file, linked":  {func(t *testing.T, d string) { link(t, d, 0o600) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "dir")
			store := Store{Dir: dir}
			store.Put("file", []byte("data"))
			c.harm(t, dir)
			if err := File(dir + "/file"); (err == nil) != c.well {
				t.Errorf("File: %v", err)
			}
			if err := Content(dir); (err == nil) != c.well {
				t.Errorf("Content: %v", err)
			}
			if got, ok := store.Get("file"); ok != c.well || c.well && string(got) != "data" {
				t.Errorf("Get: %q, %v", got, ok)
			}
		})
	}
}

// link replaces the file of a folder by a link to a copy with a mode.
func link(t *testing.T, dir string, mode os.FileMode) {
	b, err := os.ReadFile(dir + "/file")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy", "file")
	put(t, copied, string(b))
	for _, err := range []error{os.Chmod(copied, mode), os.Remove(dir + "/file"), os.Symlink(copied, dir+"/file")} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The cache of the user is closed to others, whatever the modes of the files in it; one that
// was open to them is none.
func TestTheUsersCache(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	dir := Cache("kind")
	if dir != filepath.Join(home, "lamina", "kind") {
		t.Fatalf("it is %q", dir)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if Cache("kind") == "" {
		t.Error("one that others may read is none")
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("afterwards it is %v, %v", info, err)
	}
	for _, open := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(open, 0o777); err != nil {
			t.Fatal(err)
		}
		if got := Cache("kind"); got != "" {
			t.Errorf("with an open %s it is %q", open, got)
		}
		if err := os.Chmod(open, 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// A sealed folder of which a byte changed, or which has another key's files, is made anew.
func TestSealedFolders(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(t *testing.T, dir string)
		well bool
	}{
		"nothing":       {func(*testing.T, string) {}, true},
		"a first byte":  {func(t *testing.T, d string) { put(t, d+"/key/v1/file", "Data") }, false},
		"a longer file": {func(t *testing.T, d string) { put(t, d+"/key/v1/file", "data ") }, false},
		"a new file":    {func(t *testing.T, d string) { put(t, d+"/key/v1/other", "") }, false},
		"no seal":       {func(t *testing.T, d string) { os.Remove(d + "/key/seal") }, false},
		"a cut seal":    {func(t *testing.T, d string) { put(t, d+"/key/seal", "") }, false},
		"another key":   {func(t *testing.T, d string) { os.Rename(d+"/key", d+"/old"); os.Rename(d+"/other", d+"/key") }, false},
		"a link": {func(t *testing.T, d string) {
			os.Rename(d+"/key/v1/file", d+"/file")
			os.Symlink(d+"/file", d+"/key/v1/file")
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := Store{Dir: filepath.Join(t.TempDir(), "cache")}
			for _, key := range []string{"key", "other"} {
				dir, keep := s.Folder(key)
				put(t, filepath.Join(dir, "v1", "file"), "data")
				keep(true)
			}
			c.harm(t, s.Dir)
			dir, keep := s.Folder("key")
			if dir == "" {
				t.Fatal("there is no folder")
			}
			_, err := os.Stat(filepath.Join(dir, "v1", "file"))
			if (err == nil) != c.well {
				t.Errorf("the kept file: %v", err)
			}
			put(t, filepath.Join(dir, "v1", "file"), "data")
			put(t, filepath.Join(dir, "v2", "file"), "of another version")
			keep(true)
			dir, keep = s.Folder("key")
			for _, version := range []string{"v1", "v2"} {
				if _, err := os.Stat(filepath.Join(dir, version, "file")); err != nil {
					t.Errorf("kept again: %v", err)
				}
			}
			keep(false)
			if _, err := os.Stat(dir); !os.IsNotExist(err) {
				t.Errorf("what was no good is kept: %v", err)
			}
		})
	}
}
