// Package memory is the plugin that holds Lamina's memory passes: the default
// pipeline runs them as guests, in a process of their own or as wasm, as it
// would anybody's.
package memory

import (
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/passes/expandmemory"
	"github.com/lamina-lang/lamina/passes/mergeblocks"
	"github.com/lamina-lang/lamina/passes/shortcircuit"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// Plugin is the plugin, for plugins/memory/plugin and for `lamina plugin serve`.
var Plugin = sdk.Plugin{
	Name:    "memory",
	Version: "1",
	Passes:  []*pass.Pass{shortcircuit.Pass, mergeblocks.Pass, expandmemory.Pass},
}
