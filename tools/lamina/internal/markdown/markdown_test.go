package markdown

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
)

// Quotes and lists that nest, in a line or line by line, took the square of their depth: 10^5
// quotes 20 s.
func TestWhatNestsDeepIsRefused(t *testing.T) {
	var steps strings.Builder
	for i := range 500 {
		steps.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	for text, good := range map[string]bool{
		strings.Repeat("> ", 100_000) + "x":        false,
		strings.Repeat(">", 100_000) + "x":         false,
		strings.Repeat("- ", 100_000) + "x":        false,
		strings.Repeat("1. ", 100_000) + "x":       false,
		strings.Repeat("> 12) - ", 1000) + "x":     false,
		"x\n\n" + strings.Repeat("\t", 1000) + "x": false,
		steps.String():            false,
		strings.Repeat("-", 1000): true,
		strings.Repeat("1", 1000) + " is a large number":              true,
		strings.Repeat("> ", 20) + "- x\n":                            true,
		"*" + strings.Repeat("x ", 10_000) + "*, **and** [a](b.html)": true,
	} {
		var out strings.Builder
		err := Convert(goldmark.New(), text, &out)
		if (err == nil) != good {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
