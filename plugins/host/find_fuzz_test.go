package host

import (
	"strings"
	"testing"
)

// FuzzTree feeds arbitrary bytes to the parser of configurations: the result is a list of
// plugins, each with a path, or a short error that names the file.
func FuzzTree(f *testing.F) {
	for _, seed := range []string{
		"", "\xff\xfe", "[[plugin]]\npath = \"a\"\nargs = [\"b\"]\ntime = \"90s\"\nmemory = \"2GiB\"\noptions.halve.rounds = 2\n",
		"[[plugin]]\npath = 3", "plugin = 1", "[[plugin]]\npath = \"x\"\nmemory = \"9999999999GiB\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		plugins, err := parseTree("/tree/lamina.toml", text)
		if err != nil {
			if m := err.Error(); !strings.HasPrefix(m, "/tree/lamina.toml:") || len(m) > 2000 {
				t.Fatalf("%d bytes of message: %.300q", len(m), m)
			}
			return
		}
		for _, p := range plugins {
			if p.Path == "" || p.Limits.Memory < 0 || p.Limits.Run < 0 {
				t.Fatalf("%+v", p)
			}
		}
	})
}
