package packages

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// mostBytes is the most that the files of a package may hold together.
const mostBytes = source.MaxText

// contents are the files of a package, by names with slashes, that are its manifest or below lib.
type contents struct {
	files map[string][]byte
	bytes int64
}

// read reads the package in a folder or in an archive. In an archive, all may be in one folder.
func read(ctx context.Context, from string) (*contents, error) {
	c := &contents{files: map[string][]byte{}}
	info, err := os.Stat(from)
	switch {
	case err != nil:
	case !info.IsDir() && source.Regular(from) != nil:
		err = source.Regular(from)
	case info.IsDir():
		err = c.folder(ctx, from)
	case strings.HasSuffix(from, ".zip"):
		err = c.zip(ctx, from)
	case strings.HasSuffix(from, ".tar"), strings.HasSuffix(from, ".tar.gz"), strings.HasSuffix(from, ".tgz"):
		err = c.tar(ctx, from)
	default:
		err = errors.New("a package is a folder, or an archive that ends in .zip, .tar, .tar.gz or .tgz")
	}
	if err != nil {
		return nil, fmt.Errorf("reading the package %s: %w", from, err)
	}
	return c, nil
}

func (c *contents) folder(ctx context.Context, from string) error {
	for _, root := range []string{ManifestName, "lib"} {
		err := filepath.WalkDir(filepath.Join(from, root), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				if errors.Is(err, fs.ErrNotExist) {
					return nil // what is missing is told later
				}
				return err
			}
			name, err := filepath.Rel(from, file)
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			f, err := os.Open(file)
			if err != nil {
				return err
			}
			defer f.Close()
			return c.add(ctx, filepath.ToSlash(name), f)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *contents) zip(ctx context.Context, from string) error {
	archive, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, entry := range archive.File {
		if !entry.Mode().IsRegular() {
			continue
		}
		f, err := entry.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(c.add(ctx, entry.Name, f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (c *contents) tar(ctx context.Context, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	var text io.Reader = f
	if !strings.HasSuffix(from, ".tar") {
		if text, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	archive := tar.NewReader(text)
	for {
		entry, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && entry.Typeflag == tar.TypeReg {
			err = c.add(ctx, entry.Name, archive)
		}
		if err != nil {
			return err
		}
	}
}

// add keeps a file that belongs to a package. Others, and those whose names leave the package, are
// passed over.
func (c *contents) add(ctx context.Context, name string, text io.Reader) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	name = strings.TrimPrefix(name, "./")
	if !fs.ValidPath(name) {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(text, mostBytes-c.bytes+1))
	c.bytes += int64(len(data))
	if err == nil && c.bytes > mostBytes {
		err = fmt.Errorf("it holds more than %d MiB, the most that a package may", mostBytes>>20)
	}
	c.files[name] = data
	return err
}

// manifest finds the manifest, and takes its folder for the root.
func (c *contents) manifest(from string) (*Manifest, error) {
	root := ""
	for name := range c.files {
		if path.Base(name) == ManifestName && strings.Count(name, "/") <= 1 && (root == "" || len(name) < len(root)) {
			root = name
		}
	}
	if root == "" {
		return nil, fmt.Errorf("%s holds no %s, so that it is no package", from, ManifestName)
	}
	text := c.files[root]
	inside := map[string][]byte{}
	for name, data := range c.files {
		if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(root, ManifestName)); ok {
			inside[rest] = data
		}
	}
	c.files = inside
	m, err := ParseManifest(path.Join(from, root), string(text))
	if err != nil {
		return nil, err
	}
	if m.Name == "" {
		return nil, fmt.Errorf("%s does not say what the package is called: its %s has no line `package PATH`", from, ManifestName)
	}
	return m, nil
}

// library are the files below lib that belong to the package called name, relative to its folder there.
func (c *contents) library(name string) (map[string][]byte, error) {
	files := map[string][]byte{}
	programs := false
	for file, data := range c.files {
		if rest, ok := strings.CutPrefix(file, "lib/"+name+"/"); ok {
			files[rest] = data
			programs = programs || path.Ext(rest) == ".fut"
		}
	}
	if !programs {
		return nil, fmt.Errorf("package %s holds no programs: there is no .fut file in its folder lib/%[1]s", name)
	}
	return files, nil
}
