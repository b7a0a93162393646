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

// codeCache keeps machine code in files, found by the content of the module. The
// zero codeCache keeps it in memory.
type codeCache struct {
	dir string

	once   sync.Once
	engine wazero.CompilationCache
}

// maxFiles is how many modules' machine code is kept, roughly: when there are
// more, the older half goes.
const maxFiles = 1000

// open is the engine's cache. A folder that cannot be used costs time and
// nothing else.
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

// files are the engine's files, of this version of it and of others.
func (c *codeCache) files() []string {
	names, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*"))
	return names
}

// prune removes the older half of too many files.
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

// discard removes all files, of which one is damaged.
func (c *codeCache) discard() {
	if c.dir == "" {
		return
	}
	for _, name := range c.files() {
		_ = os.Remove(name)
	}
}
