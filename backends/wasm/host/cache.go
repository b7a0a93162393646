package host

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"github.com/tetratelabs/wazero"

	"github.com/lamina-lang/lamina/core/private"
)

// Cache stores machine code, keyed by the module's content. It is safe for use from several
// goroutines.
type Cache struct {
	store private.Store
	prune sync.Once

	mu      sync.Mutex
	engines map[[sha256.Size]byte]wazero.CompilationCache // of modules loaded before
}

// NewCache returns a cache in the files of a folder; for "", in memory. An unusable folder, or
// one that others may write, costs time, nothing else.
func NewCache(dir string) *Cache { return &Cache{store: private.Store{Dir: dir}} }

// UserCache returns the cache of the current user.
func UserCache() *Cache { return NewCache(private.Cache("wasm")) }

// maxModules is the approximate number of modules whose machine code is kept: beyond it, the
// older half is removed.
const maxModules = 1000

// open returns the engine's cache for a module. The engine trusts its files, so that each
// module has a sealed folder; keep ends its use.
func (c *Cache) open(module []byte) (engine wazero.CompilationCache, keep func(good bool)) {
	sum := sha256.Sum256(module)
	c.mu.Lock()
	defer c.mu.Unlock()
	if engine, ok := c.engines[sum]; ok {
		return engine, func(bool) {}
	}
	c.prune.Do(func() { c.store.Prune(maxModules) })
	dir, keep := c.store.Folder(hex.EncodeToString(sum[:]))
	if dir != "" {
		engine, _ = wazero.NewCompilationCacheWithDir(dir)
	}
	if engine == nil {
		keep(false)
		engine, keep = wazero.NewCompilationCache(), func(bool) {}
	}
	if c.engines == nil {
		c.engines = map[[sha256.Size]byte]wazero.CompilationCache{}
	}
	c.engines[sum] = engine
	return engine, keep
}

// forget makes the next use of a module open its cache again.
func (c *Cache) forget(module []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.engines, sha256.Sum256(module))
}
