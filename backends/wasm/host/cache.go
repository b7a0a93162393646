package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"

	"github.com/lamina-lang/lamina/core/private"
)

// Cache stores machine code, keyed by the module's content. It is safe for use from several
// goroutines.
type Cache struct {
	store private.Store

	mu      sync.Mutex
	engines map[key]*engine
	idle    []*engine // without users; the one used last is the last
	opened  int       // number of modules
}

// key identifies a module.
type key [sha256.Size]byte

// engine holds the machine code of a module in memory.
type engine struct {
	wazero.CompilationCache
	of    key
	size  int // of the module
	users int // instances
}

// NewCache returns a cache in the files of a folder; for "", in memory. An unusable folder, or
// one that others may write, costs time, nothing else.
func NewCache(dir string) *Cache { return &Cache{store: private.Store{Dir: dir}} }

// UserCache returns the cache of the current user.
func UserCache() *Cache { return NewCache(private.Cache("wasm")) }

// maxModules is the approximate number of modules whose machine code is kept in files: beyond it,
// the older half is removed. The cache looks at that for every sweep-th module.
const (
	maxModules = 1000
	sweep      = maxModules / 2
)

// maxIdle is how many bytes of modules without users have their machine code kept in memory, which
// takes some ten times as many. A process that runs thousands of programs must not grow with them.
const maxIdle = 4 << 20

// open returns the engine for a module, which the caller has to release. What it reads from files
// it trusts, so that each module has a sealed folder; keep ends its use.
func (c *Cache) open(module []byte) (e *engine, keep func(good bool)) {
	of := key(sha256.Sum256(module))
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.engines[of]; e != nil {
		if e.users == 0 {
			c.idle = slices.DeleteFunc(c.idle, func(i *engine) bool { return i == e })
		}
		e.users++
		return e, func(bool) {}
	}
	e = &engine{of: of, size: len(module), users: 1}
	if c.opened%sweep == 0 {
		c.store.Prune(maxModules)
	}
	c.opened++
	dir, keep := c.store.Folder(hex.EncodeToString(of[:]))
	if dir != "" {
		e.CompilationCache, _ = wazero.NewCompilationCacheWithDir(dir)
	}
	if e.CompilationCache == nil {
		keep(false)
		e.CompilationCache, keep = wazero.NewCompilationCache(), func(bool) {}
	}
	if c.engines == nil {
		c.engines = map[key]*engine{}
	}
	c.engines[of] = e
	return e, keep
}

// release ends a use of an engine. Those that were used last stay in memory.
func (c *Cache) release(e *engine) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	switch {
	case e.users > 0:
		return
	case c.engines[e.of] != e: // forgotten
		_ = e.Close(context.Background()) // it only lets go of memory
		return
	}
	c.idle = append(c.idle, e)
	total := 0
	for _, i := range c.idle {
		total += i.size
	}
	for ; total > maxIdle && len(c.idle) > 1; c.idle = c.idle[1:] {
		oldest := c.idle[0]
		total -= oldest.size
		delete(c.engines, oldest.of)
		_ = oldest.Close(context.Background())
	}
}

// forget makes the next use of a module open its cache again.
func (c *Cache) forget(e *engine) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.engines[e.of] == e {
		delete(c.engines, e.of)
	}
}
