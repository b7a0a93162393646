package c

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/private"
)

// cache keeps executables in files, by the content of what they were made of. Beside each
// lies the sum of its bytes, so that a damaged one is made again. Without a folder nothing is
// kept.
type cache struct{ dir string }

// userCache is the cache in the user's cache folder; where there is no such folder, or others
// may write to it, nothing is kept.
func userCache() cache { return cache{private.Cache(Name)} }

// mostFiles is the approximate number of files that are kept: beyond it, the older half is
// removed.
const mostFiles = 1000

// sumSuffix ends the name of a sum.
const sumSuffix = ".sum"

// program is an executable file.
type program struct {
	path string
	temp *private.Temporary // a folder to remove with it; nil if it is kept
}

// remove removes a file that nobody keeps.
func (b program) remove() {
	if b.temp != nil {
		_ = b.temp.Remove()
	}
}

// build returns the executable of a program's text, compiled now unless it is kept.
func (c cache) build(ctx context.Context, with *compiler, source string) (program, error) {
	h := sha256.New()
	for _, part := range append(with.identity(), source) {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	path := filepath.Join(c.dir, hex.EncodeToString(h.Sum(nil)))
	if c.dir == "" || private.Folder(c.dir) != nil {
		return temporary(ctx, with, source)
	}
	if whole(path) {
		return program{path: path}, nil
	}
	temp, err := private.NewTemporary(c.dir)
	if err != nil {
		return temporary(ctx, with, source)
	}
	defer temp.Remove()
	made := filepath.Join(temp.Path, "program")
	if err := with.compile(ctx, source, made); err != nil {
		return program{}, err
	}
	// The sum comes first: a file without its sum counts as damaged.
	sum, err := sumOf(made)
	if err == nil {
		err = os.WriteFile(made+sumSuffix, sum, 0o600)
	}
	if err == nil {
		err = os.Rename(made+sumSuffix, path+sumSuffix)
	}
	if err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		return program{}, fmt.Errorf("keeping the compiled program: %w", err)
	}
	c.prune(mostFiles)
	return program{path: path}, nil
}

// temporary compiles to a folder of its own.
func temporary(ctx context.Context, with *compiler, source string) (program, error) {
	temp, err := private.NewTemporary("")
	if err != nil {
		return program{}, fmt.Errorf("making a folder for the compiled program: %w", err)
	}
	b := program{filepath.Join(temp.Path, "program"), temp}
	if err := with.compile(ctx, source, b.path); err != nil {
		b.remove()
		return program{}, err
	}
	return b, nil
}

func sumOf(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return sum[:], nil
}

// whole reports whether a kept file is what was written, by this user.
func whole(path string) bool {
	want, err := os.ReadFile(path + sumSuffix)
	if err != nil || private.File(path) != nil || private.File(path+sumSuffix) != nil {
		return false
	}
	got, err := sumOf(path)
	return err == nil && bytes.Equal(want, got)
}

// prune removes the older half of more than most files.
func (c cache) prune(most int) {
	entries, err := os.ReadDir(c.dir)
	if err != nil || len(entries) <= 2*most {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && !strings.HasSuffix(e.Name(), sumSuffix) {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano()) })
	for _, f := range files[:len(files)/2] {
		path := filepath.Join(c.dir, f.Name())
		_ = os.Remove(path)
		_ = os.Remove(path + sumSuffix)
	}
}
