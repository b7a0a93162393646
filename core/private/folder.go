package private

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Folder returns a folder under a key for files in another library's format: the one that was
// kept, or an empty one. keep(true), called when its user found it good, keeps it; keep(false)
// removes it. The folder is "" if nothing can be kept.
//
// A kept folder is sealed by a checksum, for formats whose readers trust their files.
func (s Store) Folder(key string) (dir string, keep func(good bool)) {
	none := func(bool) {}
	if s.Dir == "" || Folder(s.Dir) != nil {
		return "", none
	}
	place := filepath.Join(s.Dir, key)
	if intact(place, key) {
		before := count(place)
		return place, func(good bool) {
			// It has more files if another version, or another machine, used it.
			if !good || count(place) != before && seal(place, key) != nil {
				_ = os.RemoveAll(place)
			}
		}
	}
	_ = os.RemoveAll(place)
	tmp, err := os.MkdirTemp(s.Dir, "new-*")
	if err != nil {
		return "", none
	}
	return tmp, func(good bool) {
		if !good || seal(tmp, key) != nil || os.Rename(tmp, place) != nil {
			_ = os.RemoveAll(tmp)
		}
	}
}

// sealName is the name of the file with the checksum.
const sealName = "seal"

func seal(dir, key string) error {
	sum, err := sumOf(dir, key)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, sealName), sum, 0o600)
}

// intact reports whether a folder is as it was sealed, by this user.
func intact(dir, key string) bool {
	want, err := os.ReadFile(filepath.Join(dir, sealName))
	if err != nil || File(filepath.Join(dir, sealName)) != nil {
		return false
	}
	got, err := sumOf(dir, key)
	return err == nil && slices.Equal(want, got)
}

// count counts the files of a folder.
func count(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	return n
}

// ends is how many bytes of a file are summed, at its beginning and at its end. What a reader
// trusts, such as sizes and offsets, is there. Machine code, tens of megabytes in the middle,
// has a checksum of the engine's.
const ends = 1 << 20

// sumOf returns the checksum of a folder's files.
func sumOf(dir, key string) ([]byte, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", key)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == filepath.Join(dir, sealName) {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is no regular file", path)
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err == nil {
			fmt.Fprintf(h, "%q %d\n", path[len(dir):], info.Size())
			_, err = io.Copy(h, io.NewSectionReader(f, 0, ends))
		}
		if err == nil && info.Size() > ends {
			_, err = io.Copy(h, io.NewSectionReader(f, max(ends, info.Size()-ends), ends))
		}
		return errors.Join(err, f.Close())
	})
	return h.Sum(nil), err
}

// Prune removes the older half of the files and folders if there are more than most.
func (s Store) Prune(most int) {
	entries, err := os.ReadDir(s.Dir)
	if err != nil || len(entries) <= most {
		return
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range infos[:len(infos)/2] {
		_ = os.RemoveAll(filepath.Join(s.Dir, info.Name()))
	}
}
