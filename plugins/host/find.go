package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// ConfigFile is the file of a working tree that names its plugins.
const ConfigFile = "lamina.toml"

// settings is what a ConfigFile holds.
type settings struct {
	Plugin []struct {
		Path    string
		SHA256  string
		Args    []string
		Time    string
		Memory  string
		Options map[string]map[string]any
	}
}

// FromTree lists the plugins that the lamina.toml of the working tree around dir
// names: the first one in dir or a folder above, up to the tree's root, which a
// .git marks. There may be none.
func FromTree(dir string) ([]Source, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for {
		file := filepath.Join(dir, ConfigFile)
		if _, err := os.Stat(file); err == nil {
			return FromFile(file)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("looking for %s: %w", ConfigFile, err)
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		if above := filepath.Dir(dir); err == nil || above == dir {
			return nil, nil
		}
		dir = filepath.Dir(dir)
	}
}

// FromFile lists the plugins that a lamina.toml names. Paths are relative to its
// folder.
func FromFile(file string) ([]Source, error) {
	var s settings
	meta, err := toml.DecodeFile(file, &s)
	if err != nil {
		var p toml.ParseError
		if errors.As(err, &p) {
			return nil, fmt.Errorf("%s:%d: %s", file, p.Position.Line, p.Message)
		}
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: there is no setting %q; a [[plugin]] has path, sha256, args, time, memory and options", file, unknown[0])
	}
	var out []Source
	for i, p := range s.Plugin {
		if p.Path == "" {
			return nil, fmt.Errorf("%s: plugin %d has no path", file, i+1)
		}
		source := Source{Path: p.Path, Args: p.Args, SHA256: p.SHA256, Options: map[string]map[string]string{}}
		if !filepath.IsAbs(p.Path) {
			source.Path = filepath.Join(filepath.Dir(file), p.Path)
		}
		if p.Time != "" {
			if source.Limits.Run, err = time.ParseDuration(p.Time); err != nil || source.Limits.Run <= 0 {
				return nil, fmt.Errorf("%s: plugin %s: time is a duration as in 90s or 5m, not %q", file, p.Path, p.Time)
			}
		}
		if p.Memory != "" {
			if source.Limits.Memory, err = parseBytes(p.Memory); err != nil {
				return nil, fmt.Errorf("%s: plugin %s: memory is a size as in 512MiB or 2GiB, not %q", file, p.Path, p.Memory)
			}
		}
		for pass, options := range p.Options {
			source.Options[pass] = map[string]string{}
			for name, value := range options {
				source.Options[pass][name] = fmt.Sprint(value)
			}
		}
		out = append(out, source)
	}
	return out, nil
}

// units are those of sizes.
var units = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}

func parseBytes(s string) (int64, error) {
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

// FromList lists the plugins that a variable such as LAMINA_PLUGINS names, as
// PATH names folders.
func FromList(paths string) []Source {
	var out []Source
	for _, path := range filepath.SplitList(paths) {
		if path != "" {
			out = append(out, Source{Path: path})
		}
	}
	return out
}
