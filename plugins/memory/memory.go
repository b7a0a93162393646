// Package memory is the plugin that contains Lamina's memory passes: the default pipeline
// runs them as guests, in a separate process or as wasm, like anybody's plugin. The plugin
// can run all passes of the default pipeline from the first to the last of those at level mem, so
// that a program crosses only once in each direction; and once more if its prescribed kernels
// allocate, for pass expand-allocs, which hoists that. It also has the passes that classify and extract
// regions, which other pipelines begin with.
package memory

import (
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/passes/classifyregions"
	"github.com/lamina-lang/lamina/passes/doublebuffer"
	"github.com/lamina-lang/lamina/passes/expandmemory"
	"github.com/lamina-lang/lamina/passes/extractregions"
	"github.com/lamina-lang/lamina/passes/imp/expandallocs"
	"github.com/lamina-lang/lamina/passes/lowerallocs"
	"github.com/lamina-lang/lamina/passes/mergeblocks"
	"github.com/lamina-lang/lamina/passes/shortcircuit"
	"github.com/lamina-lang/lamina/passes/simplify"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// Plugin is the plugin, for plugins/memory/plugin and for `lamina plugin serve`.
var Plugin = sdk.Plugin{
	Name:    "memory",
	Version: "1",
	Passes:  []*pass.Pass{classifyregions.Pass, extractregions.Pass, shortcircuit.Pass, mergeblocks.Pass, expandmemory.Pass, expandallocs.Pass},
	Along:   []*pass.Pass{simplify.Pass, lowerallocs.Pass, doublebuffer.Pass},
}
