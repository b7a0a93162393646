package private

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
)

// Store keeps data in the files of a folder. What cannot be written, or read, what is not what
// was written, and what others could have written counts as absent, so there are no errors.
// Without a folder nothing is kept.
type Store struct{ Dir string }

// Get returns what was put under a key.
func (s Store) Get(key string) ([]byte, bool) {
	if s.Dir == "" {
		return nil, false
	}
	name := filepath.Join(s.Dir, key)
	file, err := os.ReadFile(name)
	if err != nil || len(file) < sha256.Size || File(name) != nil {
		return nil, false
	}
	data := file[sha256.Size:]
	sum := sha256.Sum256(data)
	return data, bytes.Equal(sum[:], file[:sha256.Size])
}

// Put keeps data under a key. The file appears whole, since other processes may read it.
func (s Store) Put(key string, data []byte) {
	if s.Dir == "" || Folder(s.Dir) != nil {
		return
	}
	tmp, err := os.CreateTemp(s.Dir, "new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(data)
	_, err = tmp.Write(slices.Concat(sum[:], data))
	if closed := tmp.Close(); err != nil || closed != nil || os.Rename(tmp.Name(), filepath.Join(s.Dir, key)) != nil {
		_ = os.Remove(tmp.Name())
	}
}
