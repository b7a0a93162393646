// Package install copies plugins to a folder of the user's after verifying that they are
// what their publisher made, by a SHA-256, a signature, or both.
//
// A plugin to install is a file or a folder. It is read once, into memory, so that what was
// checked is what is written. It is written to a temporary folder and renamed: either all
// of it is installed or nothing.
package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/host"
)

// Limits on an installed plugin.
const (
	maxBytes = 512 << 20
	maxFiles = 1000
)

// Package is a plugin read into memory.
type Package struct {
	// Signed is the text that checksum and signature apply to: the content of the file, or
	// a line for each file of the folder, sorted by path, in the format of sha256sum ("HEX
	// ./path").
	Signed []byte
	files  []file
}

type file struct {
	path       string // relative to the package's folder, with slashes
	executable bool
	content    []byte
}

// SHA256 returns the checksum of Signed, in hexadecimal.
func (p *Package) SHA256() string { return digest(p.Signed) }

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName fails for a name that no installed plugin can have.
func CheckName(name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("%.80q is no name for a plugin: up to 64 letters, digits, '.', '_' and '-', with a letter or digit first", name)
	}
	return nil
}

// NameOf returns the default name of the plugin at path.
func NameOf(path string) string {
	return strings.TrimSuffix(filepath.Base(filepath.Clean(path)), ".wasm")
}

// Read reads the plugin at path, to be installed under a name. For a plugin in a single
// file it generates a configuration.
func Read(path, name string) (*Package, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("reading the plugin: %w", err)
	}
	if info.IsDir() {
		return readFolder(path)
	}
	f, err := readFile(path, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("reading the plugin: %w", err)
	}
	f.path = name + strings.ToLower(filepath.Ext(path))
	if filepath.Ext(f.path) != ".wasm" {
		f.path = name
	}
	description := fmt.Sprintf("[[plugin]]\npath = %q\nsha256 = %q\n", f.path, digest(f.content))
	return &Package{Signed: f.content, files: []file{f, {path: host.ConfigFile, content: []byte(description)}}}, nil
}

func readFile(path string, limit int64) (file, error) {
	f, info, err := source.OpenRegular(path)
	var special *source.SpecialError
	switch {
	case errors.As(err, &special):
		return file{}, fmt.Errorf("%s %w; a plugin consists of regular files", path, err)
	case err != nil:
		return file{}, err
	}
	defer f.Close()
	tooLarge := fmt.Errorf("%s: a plugin of more than %d MiB cannot be installed", path, maxBytes>>20)
	if info.Size() > limit {
		return file{}, tooLarge
	}
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(content)) > limit { // it has grown
		err = tooLarge
	}
	return file{executable: info.Mode()&0o111 != 0, content: content}, err
}

// readFolder reads a plugin with a configuration.
func readFolder(dir string) (*Package, error) {
	p := new(Package)
	left := int64(maxBytes)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%q is no regular file; a plugin consists of regular files, without links", path)
		}
		if len(p.files) == maxFiles {
			return fmt.Errorf("%s: a plugin of more than %d files cannot be installed", dir, maxFiles)
		}
		below, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if strings.ContainsFunc(below, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' && filepath.Separator == '/' }) {
			return fmt.Errorf("the name %q has a backslash or control characters; rename the file", path)
		}
		f, err := readFile(path, left)
		if err != nil {
			return err
		}
		left -= int64(len(f.content))
		f.path = filepath.ToSlash(below)
		p.files = append(p.files, f)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the plugin: %w", err)
	}
	slices.SortFunc(p.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	described := false
	for _, f := range p.files {
		p.Signed = fmt.Appendf(p.Signed, "%s  ./%s\n", digest(f.content), f.path)
		described = described || f.path == host.ConfigFile
	}
	if !described {
		return nil, fmt.Errorf("%s has no %s that says which of its files are plugins; give the plugin's file, or write one", dir, host.ConfigFile)
	}
	return p, nil
}
