package wasm

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
)

// codeCache stores machine code in files, keyed by the module's content. The zero codeCache
// keeps it in memory.
type codeCache struct {
	dir string

	once   sync.Once
	engine wazero.CompilationCache
}

// maxFiles is the approximate number of modules whose machine code is kept: beyond it, the
// older half is removed.
const maxFiles = 1000

// open returns the engine's cache. An unusable folder costs time, nothing else.
func (c *codeCache) open() wazero.CompilationCache {
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
func (c *codeCache) files() []string {
	names, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*"))
	return names
}

// prune removes the older half of the files if there are too many.
func (c *codeCache) prune() {
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
func (c *codeCache) discard() {
	if c.dir == "" {
		return
	}
	for _, name := range c.files() {
		_ = os.Remove(name)
	}
}
