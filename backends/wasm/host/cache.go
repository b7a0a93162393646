package host

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
)

// Cache stores machine code, keyed by the module's content. It is safe for use from several
// goroutines.
type Cache struct {
	dir string

	once   sync.Once
	engine wazero.CompilationCache
}

// NewCache returns a cache in the files of a folder; for "", in memory. An unusable folder costs
// time, nothing else.
func NewCache(dir string) *Cache { return &Cache{dir: dir} }

// UserCache returns the cache of the current user.
func UserCache() *Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return NewCache("")
	}
	return NewCache(filepath.Join(dir, "lamina", "wasm"))
}

// maxFiles is the approximate number of modules whose machine code is kept: beyond it, the
// older half is removed.
const maxFiles = 1000

// open returns the engine's cache.
func (c *Cache) open() wazero.CompilationCache {
	c.once.Do(func() {
		if c.dir != "" {
			if engine, err := wazero.NewCompilationCacheWithDir(c.dir); err == nil {
				c.prune()
				c.engine = engine
				return
			}
		}
		c.engine = wazero.NewCompilationCache()
	})
	return c.engine
}

// files returns the engine's files, including those of other versions.
func (c *Cache) files() []string {
	names, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*"))
	return names
}

// prune removes the older half of the files if there are too many.
func (c *Cache) prune() {
	names := c.files()
	if len(names) <= maxFiles {
		return
	}
	var infos []fs.FileInfo
	path := map[fs.FileInfo]string{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			infos = append(infos, info)
			path[info] = name
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano())
	})
	for _, info := range infos[:len(infos)/2] {
		_ = os.Remove(path[info])
	}
}

// discard removes all files when one of them is damaged.
func (c *Cache) discard() {
	if c.dir == "" {
		return
	}
	for _, name := range c.files() {
		_ = os.Remove(name)
	}
}
