package gpu

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/lamina-lang/lamina/core/private"
)

// Cache keeps compiled kernels on disk. What cannot be written or read, or is not what
// was written, is compiled again, so errors are not reported. Without a Dir nothing is
// kept.
type Cache struct{ Dir string }

// mostFiles is how many files are kept, roughly: when there are more, the older half goes.
const mostFiles = 16000

// UserCache is the cache of a backend in the user's cache folder; where there is no
// such folder, or one that others may write, nothing is kept.
func UserCache(backend string) Cache {
	return Cache{Dir: private.Cache(backend)}
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

// Get returns the value kept under a key.
func (c Cache) Get(key string) ([]byte, bool) { return private.Store{Dir: c.Dir}.Get(key) }

// Put keeps data.
func (c Cache) Put(key string, data []byte) {
	if c.Dir == "" {
		return
	}
	private.Store{Dir: c.Dir}.Put(key, data)
	private.Store{Dir: c.Dir}.Prune(mostFiles)
}
