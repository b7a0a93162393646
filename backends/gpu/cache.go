package gpu

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Cache keeps compiled kernels on disk. What cannot be written or read, or is not what
// was written, is compiled again, so errors are not reported. Without a Dir nothing is
// kept.
type Cache struct{ Dir string }

// mostFiles is how many files are kept, roughly: when there are more, the older half goes.
const mostFiles = 4000

// UserCache is the cache of a backend in the user's cache folder; where there is no
// such folder, nothing is kept.
func UserCache(backend string) Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Cache{Dir: filepath.Join(dir, "lamina", backend)}
}

// Key is the name of what all of the parts determine.
func (c Cache) Key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Get is what was kept under a key. A driver would take a damaged file for a program,
// so the data stand behind their sum.
func (c Cache) Get(key string) ([]byte, bool) {
	if c.Dir == "" {
		return nil, false
	}
	file, err := os.ReadFile(filepath.Join(c.Dir, key))
	if err != nil || len(file) <= sha256.Size {
		return nil, false
	}
	data := file[sha256.Size:]
	sum := sha256.Sum256(data)
	return data, bytes.Equal(sum[:], file[:sha256.Size])
}

// Put keeps data. The file appears whole: another process may read it.
func (c Cache) Put(key string, data []byte) {
	if c.Dir == "" || os.MkdirAll(c.Dir, 0o700) != nil {
		return
	}
	tmp, err := os.CreateTemp(c.Dir, "new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(data)
	_, err = tmp.Write(slices.Concat(sum[:], data))
	if closed := tmp.Close(); err != nil || closed != nil || os.Rename(tmp.Name(), filepath.Join(c.Dir, key)) != nil {
		_ = os.Remove(tmp.Name())
	}
	c.prune(mostFiles)
}

// prune removes the older half of more than most files.
func (c Cache) prune(most int) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil || len(entries) <= most {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano()) })
	for _, f := range files[:len(files)/2] {
		_ = os.Remove(filepath.Join(c.Dir, f.Name()))
	}
}
