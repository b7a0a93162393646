// Package examples holds example plugins, each in its own folder. `lamina plugin new`
// copies them under other names.
package examples

import "embed"

// Sources are the files of the examples.
//
//go:embed double c
//go:embed python/build.sh python/test.py python/src/rules.py python/src/__main__.py
//go:embed rust/build.sh rust/Cargo.toml rust/src
var Sources embed.FS
