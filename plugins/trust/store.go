package trust

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
)

// Store is the folder of a user's records, one file each.
type Store struct{ dir string }

// UserStore returns the store in the user's configuration; it need not exist.
func UserStore() (*Store, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("looking for the record of trusted plugins: %w", err)
	}
	return NewStore(filepath.Join(dir, "lamina", "trusted")), nil
}

// NewStore returns the store in a folder.
func NewStore(dir string) *Store { return &Store{dir} }

// file returns the file with the record of a configuration or plugin.
func (s *Store) file(of string) string {
	return filepath.Join(s.dir, fmt.Sprintf("%x.json", sha256.Sum256([]byte(of))))
}

// Lookup returns the record of the configuration or plugin with this absolute path, or nil.
// A record that others could have written is an error.
func (s *Store) Lookup(of string) (*Record, error) {
	r, err := read(s.file(of))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && r.File != of {
		return nil, fmt.Errorf("the record of trusted plugins %s is one of %s, and not of %s; remove it", s.file(of), r.File, of)
	}
	return r, err
}

func read(file string) (*Record, error) {
	text, err := content(file)
	if err != nil {
		return nil, err
	}
	if err := private.File(file); err != nil {
		return nil, fmt.Errorf("the record of trusted plugins could be written by others: %w", err)
	}
	r := new(Record)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("the record of trusted plugins %s is damaged (%w); remove it", file, err)
	}
	return r, nil
}

// maxRecord is the maximum size of a record in bytes. Descriptions are most of it.
const maxRecord = 64 << 20

// content reads a record, which is a regular file.
func content(file string) ([]byte, error) {
	f, _, err := source.OpenRegular(file)
	var special *source.SpecialError
	switch {
	case errors.As(err, &special):
		return nil, fmt.Errorf("the record of trusted plugins %s %w; remove it", file, err)
	case err != nil:
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxRecord))
	return text, errors.Join(err, f.Close())
}

// Put writes a record, replacing an existing one for the same file.
func (s *Store) Put(r *Record) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = private.Folder(s.dir)
	}
	if err == nil {
		err = replace(s.file(r.File), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("recording that %s is trusted: %w", r.File, err)
	}
	return nil
}

// replace writes a file that appears only when it is complete.
func replace(file string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// Remove removes the record of a configuration or plugin, and reports whether there was
// one.
func (s *Store) Remove(of string) (bool, error) {
	err := os.Remove(s.file(of))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("removing the record that %s is trusted: %w", of, err)
	}
	return true, nil
}

// All lists the records, sorted by file.
func (s *Store) All() ([]*Record, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing what plugins are trusted: %w", err)
	}
	var all []*Record
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		r, err := read(filepath.Join(s.dir, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *Record) int { return cmp.Compare(a.File, b.File) })
	return all, nil
}
