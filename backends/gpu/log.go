package gpu

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// WithLines is the log of a compiler of kernels with, below each line that names a
// line of the source, that line. place finds the number: its groups, of which one
// matches.
func WithLines(log, source string, place *regexp.Regexp) string {
	lines := strings.Split(source, "\n")
	var out strings.Builder
	for line := range strings.Lines(log) {
		out.WriteString(strings.TrimRight(line, "\n") + "\n")
		m := place.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(strings.Join(m[1:], "")); err == nil && 0 < n && n <= len(lines) {
			fmt.Fprintf(&out, "%6d | %s\n", n, lines[n-1])
		}
	}
	return out.String()
}
