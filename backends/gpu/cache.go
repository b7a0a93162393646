package gpu

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
)

// Cache keeps compiled kernels on disk. What cannot be written or read is compiled
// again, so errors are not reported. Without a Dir nothing is kept.
type Cache struct{ Dir string }

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

// Get is what was kept under a key.
func (c Cache) Get(key string) ([]byte, bool) {
	if c.Dir == "" {
		return nil, false
	}
	data, err := os.ReadFile(filepath.Join(c.Dir, key))
	return data, err == nil && len(data) > 0
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
	_, err = tmp.Write(data)
	if closed := tmp.Close(); err != nil || closed != nil || os.Rename(tmp.Name(), filepath.Join(c.Dir, key)) != nil {
		_ = os.Remove(tmp.Name())
	}
}
