package packages

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// readManifest reads the manifest in a folder.
func readManifest(ctx context.Context, folder string) (*Manifest, error) {
	file := filepath.Join(folder, ManifestName)
	text, err := source.ReadRegular(file)
	if err != nil {
		return nil, fmt.Errorf("reading the packages that are required: %w", err)
	}
	return ParseManifest(file, string(text))
}

// initialise makes a folder a package.
func initialise(folder, name string) error {
	if err := checkPath(name, source.Pos{}); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("making the package: %w", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("making the package: %w", err)
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Join("lib", filepath.FromSlash(name)), 0o777); err != nil {
		return fmt.Errorf("making the package: %w", outside(err))
	}
	f, err := root.OpenFile(ManifestName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", filepath.Join(folder, ManifestName))
	}
	if err == nil {
		_, err = fmt.Fprintf(f, "package %s\n\nrequire {\n}\n", name)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("making the package: %w", err)
	}
	return nil
}

// add copies a package below lib, and requires it and what it requires itself. It returns the package's
// manifest.
func add(ctx context.Context, folder, from, version string) (*Manifest, error) {
	if !validVersion(version) {
		return nil, fmt.Errorf("%q is no version: a version has three numbers, such as 1.0.0", version)
	}
	own, err := readManifest(ctx, folder)
	if errors.Is(err, fs.ErrNotExist) {
		own, err = &Manifest{}, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := read(ctx, from)
	if err != nil {
		return nil, err
	}
	m, err := c.manifest(from)
	if err != nil {
		return nil, err
	}
	if m.Name == own.Name {
		return nil, fmt.Errorf("package %s cannot require itself", m.Name)
	}
	files, err := c.library(m.Name)
	if err != nil {
		return nil, err
	}
	text, err := own.requiring(m, version)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("writing package %s: %w", m.Name, err)
	}
	defer root.Close()
	if err := replaceFolder(root, filepath.Join("lib", filepath.FromSlash(m.Name)), files); err != nil {
		return nil, fmt.Errorf("writing package %s: %w", m.Name, outside(err))
	}
	if err := replaceFile(root, ManifestName, text); err != nil {
		return nil, fmt.Errorf("writing %s: %w", ManifestName, err)
	}
	return m, nil
}

// requiring is the text of own when it also requires the package m, and what that requires: of two
// versions the later one.
func (own *Manifest) requiring(m *Manifest, version string) (string, error) {
	if r := own.requirement(m.Name); r != nil && laterVersion(r.Version, version) {
		return "", fmt.Errorf("version %s of %s is required already, which is later than %s; remove it from %s first", r.Version, m.Name, version, ManifestName)
	}
	more := append([]Requirement{{Path: m.Name, Version: version}}, m.Requires...)
	text := own.text
	for _, r := range more {
		now, err := ParseManifest(ManifestName, text)
		if err != nil {
			return "", err
		}
		if old := now.requirement(r.Path); r.Path != own.Name && (old == nil || laterVersion(r.Version, old.Version)) {
			text = now.With(r.Path, r.Version)
		}
	}
	return text, nil
}

// outside explains the error of a link that leads out of the folder. A folder that somebody else made may
// have such links, and what is below them is not the package's to replace.
func outside(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && strings.Contains(at.Err.Error(), "escapes") {
		return fmt.Errorf("%s leads out of the folder through a link; put a folder in its place", at.Path)
	}
	return err
}

// replaceFolder makes a folder hold these files and no others, all at once.
func replaceFolder(root *os.Root, folder string, files map[string][]byte) (err error) {
	fresh := filepath.Join(filepath.Dir(folder), ".new-"+rand.Text())
	made := filepath.Join(fresh, "made")
	defer func() { err = errors.Join(err, root.RemoveAll(fresh)) }()
	for name, data := range files {
		file := filepath.Join(made, filepath.FromSlash(name))
		if err := root.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := root.WriteFile(file, data, 0o666); err != nil {
			return err
		}
	}
	old := filepath.Join(fresh, "old")
	if err := root.Rename(folder, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := root.Rename(made, folder); err != nil {
		return errors.Join(err, root.Rename(old, folder))
	}
	return nil
}

// replaceFile makes a file hold a text. It is never there half-written.
func replaceFile(root *os.Root, file, text string) error {
	if old, err := root.ReadFile(file); err == nil && bytes.Equal(old, []byte(text)) {
		return nil
	}
	fresh := file + "." + rand.Text()
	err := root.WriteFile(fresh, []byte(text), 0o644)
	if err == nil {
		err = root.Rename(fresh, file)
	}
	if err != nil {
		_ = root.Remove(fresh) // it may not be there
	}
	return err
}

// missing are the packages of a manifest, its own among them, that have no program below lib.
func (m *Manifest) missing(folder string) ([]Requirement, error) {
	all := slices.Clone(m.Requires)
	if m.Name != "" {
		all = append([]Requirement{{Path: m.Name}}, all...)
	}
	var out []Requirement
	for _, r := range all {
		found := false
		err := filepath.WalkDir(filepath.Join(folder, "lib", filepath.FromSlash(r.Path)), func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(file) == ".fut" {
				found = true
				return fs.SkipAll
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("looking for package %s: %w", r.Path, err)
		}
		if !found {
			out = append(out, r)
		}
	}
	return out, nil
}
