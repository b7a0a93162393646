// Package docs holds the documentation, for `lamina help TOPIC` and manual pages.
package docs

import "embed"

// Pages are the pages, in Markdown.
//
//go:embed *.md
var Pages embed.FS
