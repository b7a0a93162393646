package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/lamina-lang/lamina/core/source"
)

// ConfigFile is the file in a working tree that names its plugins.
const ConfigFile = "lamina.toml"

// settings is the content of a ConfigFile.
type settings struct {
	Plugin []struct {
		Path    string
		SHA256  string
		Args    []string
		Time    string
		Memory  string
		Sandbox string
		Reads   []string
		Options map[string]map[string]any
	}
}

// Tree is the parsed ConfigFile of a working tree.
type Tree struct {
	File    string // absolute path
	SHA256  string // of its content, in hexadecimal
	Plugins []Source
}

// Bounds on a ConfigFile: its size in bytes; the dots in a line of it, as in a.b.c = 1, and its braces. The
// parser takes time and memory that grow faster than the square of how deep keys and tables nest: 60 kB
// of them took minutes, and a megabyte 10 GB.
const (
	maxConfig  = 1 << 16
	mostNested = 200
)

// FindTree finds the ConfigFile of the working tree that contains dir: the first one in dir
// or a folder above, up to the root of the repository, which a .git marks; outside of
// repositories, in dir only. "" if there is none.
func FindTree(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root := dir
	for d := dir; ; d = filepath.Dir(d) {
		if there(filepath.Join(d, ".git")) {
			root = d
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	for d := dir; ; d = filepath.Dir(d) {
		if file := filepath.Join(d, ConfigFile); there(file) {
			return file, nil
		}
		if d == root {
			return "", nil
		}
	}
}

// there reports whether a file of any kind exists.
func there(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// ReadTree reads a ConfigFile. Paths in it are relative to its folder, which is the
// plugins' working folder. Their sandbox is strict: a folder cannot switch it off.
func ReadTree(file string) (*Tree, error) {
	f, info, err := source.OpenRegular(file)
	var special *source.SpecialError
	switch {
	case errors.As(err, &special):
		return nil, fmt.Errorf("%s %w; a configuration is a regular file", file, err)
	case err != nil:
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	if len(text) > maxConfig {
		return nil, fmt.Errorf("%s has %d bytes; a configuration has %d at most", file, info.Size(), maxConfig)
	}
	plugins, err := parseTree(file, text)
	if err != nil {
		return nil, err
	}
	return &Tree{File: file, SHA256: digestOf(text), Plugins: plugins}, nil
}

// parseTree parses the text of a ConfigFile.
func parseTree(file string, text []byte) ([]Source, error) {
	line, braces := 1, bytes.Count(text, []byte("{"))
	for l := range bytes.Lines(text) {
		if !utf8.Valid(l) {
			return nil, fmt.Errorf("%s:%d: is not UTF-8 text; save it as such", file, line)
		}
		if bytes.Count(l, []byte(".")) > mostNested || braces > mostNested {
			return nil, fmt.Errorf("%s:%d: nests too deep: more than %d dots in a line, or braces", file, line, mostNested)
		}
		line++
	}
	var s settings
	meta, err := toml.Decode(string(text), &s)
	if err != nil {
		var p toml.ParseError
		if errors.As(err, &p) {
			return nil, fmt.Errorf("%s:%d: %s", file, p.Position.Line, source.Cut(p.Message))
		}
		return nil, fmt.Errorf("%s: %s", file, source.Cut(err.Error()))
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: there is no setting %q; a [[plugin]] has path, sha256, args, time, memory, sandbox, reads and options", file, source.Cut(unknown[0].String()))
	}
	var out []Source
	for i, p := range s.Plugin {
		if p.Path == "" {
			return nil, fmt.Errorf("%s: plugin %d has no path", file, i+1)
		}
		plugin := Source{Path: p.Path, Args: p.Args, Dir: filepath.Dir(file), SHA256: p.SHA256, Sandbox: Strict, Options: map[string]map[string]string{}}
		if !filepath.IsAbs(p.Path) {
			plugin.Path = filepath.Join(filepath.Dir(file), p.Path)
		}
		if p.Time != "" {
			if plugin.Limits.Run, err = time.ParseDuration(p.Time); err != nil || plugin.Limits.Run <= 0 {
				return nil, fmt.Errorf("%s: plugin %s: time is a duration as in 90s or 5m, not %q", file, source.Cut(p.Path), source.Cut(p.Time))
			}
		}
		if p.Memory != "" {
			if plugin.Limits.Memory, err = ParseSize(p.Memory); err != nil {
				return nil, fmt.Errorf("%s: plugin %s: memory is a size as in 512MiB or 2GiB, not %q", file, source.Cut(p.Path), source.Cut(p.Memory))
			}
		}
		if p.Sandbox != "" && p.Sandbox != string(Strict) {
			return nil, fmt.Errorf("%s: plugin %s: sandbox is \"strict\" or left out, not %q; only its user can switch it off, with --sandbox=off", file, source.Cut(p.Path), source.Cut(p.Sandbox))
		}
		for _, name := range p.Reads {
			if !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(file), name)
			}
			plugin.Reads = append(plugin.Reads, name)
		}
		for pass, options := range p.Options {
			plugin.Options[pass] = map[string]string{}
			for name, value := range options {
				plugin.Options[pass][name] = fmt.Sprint(value)
			}
		}
		out = append(out, plugin)
	}
	return out, nil
}

// units lists the units of sizes.
var units = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}

// ParseSize parses a number of bytes, as in 512MiB or 2GiB.
func ParseSize(s string) (int64, error) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(s, u.name); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 32)
			if err != nil || n <= 0 {
				return 0, fmt.Errorf("%q is no size", s)
			}
			return n * u.bytes, nil
		}
	}
	return 0, fmt.Errorf("%q has no unit", s)
}

// FromList lists the plugins in a variable such as LAMINA_PLUGINS, which has the format of
// PATH. Their sandbox is strict.
func FromList(paths string) []Source {
	var out []Source
	for _, path := range filepath.SplitList(paths) {
		if path != "" {
			out = append(out, Source{Path: path, Sandbox: Strict})
		}
	}
	return out
}
