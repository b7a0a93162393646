package fut

import "github.com/lamina-lang/lamina/frontends/fut/internal/format"

// Format lays out a program, which messages call name: package format says how. The words of
// the program, its comments and its meaning stay. A text that is no program is a *source.Error
// or source.Errors.
func Format(name string, text []byte) ([]byte, error) {
	out, err := format.Source(name, string(text))
	return []byte(out), err
}
