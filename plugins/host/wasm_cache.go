package host

import (
	"path/filepath"

	"github.com/tetratelabs/wazero"

	"github.com/lamina-lang/lamina/core/private"
)

// mostModules is the approximate number of modules whose machine code is kept, of some 30 MB
// each: beyond it, the older half is removed.
const mostModules = 50

// modules returns the store of modules' machine code.
func (h *Host) modules() private.Store {
	if h.config.Cache == "" {
		return private.Store{}
	}
	return private.Store{Dir: filepath.Join(h.config.Cache, "wasm")}
}

// openCache opens the engine's cache for the plugin's module, whose files the engine trusts.
// keep ends its use.
func (p *Plugin) openCache() (engine wazero.CompilationCache, keep func(good bool)) {
	store := p.host.modules()
	p.host.pruned.Do(func() { store.Prune(mostModules) })
	key := p.digest
	if p.Source.Ours { // its code is other code
		key += "-ours"
	}
	dir, keep := store.Folder(key)
	if dir != "" {
		if engine, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
			return engine, keep
		}
	}
	keep(false)
	return wazero.NewCompilationCache(), func(bool) {}
}
