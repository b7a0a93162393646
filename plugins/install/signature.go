package install

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/jedisct1/go-minisign"

	"github.com/lamina-lang/lamina/core/private"
)

// Key is a public key of minisign (https://jedisct1.github.io/minisign): ed25519 with an
// identifier.
type Key struct{ key minisign.PublicKey }

// ParseKey parses a key given as text, or as a file written by minisign.
func ParseKey(textOrFile string) (Key, error) {
	if k, err := minisign.NewPublicKey(textOrFile); err == nil {
		return Key{k}, nil
	}
	f, err := readFile(textOrFile, 1<<20)
	if err != nil {
		return Key{}, fmt.Errorf("%.80q is neither a public key of minisign nor a file with one: %w", textOrFile, err)
	}
	keys, err := parseKeys(textOrFile, string(f.content))
	if err == nil && len(keys) != 1 {
		err = fmt.Errorf("%s holds %d public keys of minisign, not one", textOrFile, len(keys))
	}
	if err != nil {
		return Key{}, err
	}
	return keys[0], nil
}

// ReadKeys reads the keys that a user trusts, one per line; lines that start with # or
// "untrusted comment:" are comments. It returns none if the file does not exist. A file
// that others may write is an error.
func ReadKeys(path string) ([]Key, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err := private.File(path); err != nil {
		return nil, fmt.Errorf("the trusted keys are not read, because others may change them: %w", err)
	}
	f, err := readFile(path, 1<<20)
	if err != nil {
		return nil, fmt.Errorf("reading the trusted keys: %w", err)
	}
	return parseKeys(path, string(f.content))
}

func parseKeys(path, text string) ([]Key, error) {
	var keys []Key
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || strings.HasPrefix(line, "untrusted comment:") {
			continue
		}
		k, err := minisign.NewPublicKey(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: is no public key of minisign, which is a line of 56 characters that begins with RW", path, number)
		}
		keys = append(keys, Key{k})
	}
	return keys, nil
}

// id formats the identifier of a key as minisign does.
func id(b [8]byte) string { return fmt.Sprintf("%016X", binary.LittleEndian.Uint64(b[:])) }

// CheckSHA256 compares the package's checksum with want.
func (p *Package) CheckSHA256(want string) error {
	if got := p.SHA256(); !strings.EqualFold(got, want) {
		return fmt.Errorf("the plugin is not what you asked for: its SHA-256 is %s, and not %.80q; get it again, and the checksum from its publisher", got, want)
	}
	return nil
}

// CheckSignature checks that one of the keys signed the package.
func (p *Package) CheckSignature(file string, keys []Key) error {
	f, err := readFile(file, 1<<20)
	if err != nil {
		return fmt.Errorf("reading the signature: %w", err)
	}
	s, err := minisign.DecodeSignature(string(f.content))
	if err != nil {
		return fmt.Errorf("%s is no signature of minisign (%w)", file, err)
	}
	for _, k := range keys {
		if k.key.KeyId != s.KeyId {
			continue
		}
		if ok, err := k.key.Verify(p.Signed, s); err != nil || !ok {
			return fmt.Errorf("the signature %s by key %s is not of this plugin: one of them was changed; get both again from the publisher", file, id(s.KeyId))
		}
		return nil
	}
	return fmt.Errorf("%s is signed with key %s, which you do not trust; if it is the publisher's, name it with --key or add it to your keys (docs/security.md)", file, id(s.KeyId))
}
