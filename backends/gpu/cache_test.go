package gpu

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/lamina-lang/lamina/core/private"
)

// Damaged files were handed to the driver, which refuses a program for ever, or takes
// it for another.
func TestCacheRefusesDamagedFiles(t *testing.T) {
	c := Cache{Dir: filepath.Join(t.TempDir(), "kernels")}
	key := c.Key("text", "options")
	data := []byte("the machine code of a kernel")
	c.Put(key, data)
	file := filepath.Join(c.Dir, key)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-3] ^= 1
	for name, damaged := range map[string][]byte{
		"empty": {}, "cut short": whole[:len(whole)/2], "one bit": flipped, "longer": append(bytes.Clone(whole), 0),
		"without a sum": data, "the sum alone": whole[:32],
	} {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(key); ok {
			t.Errorf("%s: Get = %q, want nothing", name, got)
		}
		c.Put(key, data)
		if got, ok := c.Get(key); !ok || !bytes.Equal(got, data) {
			t.Errorf("%s, then kept again: Get = %q, %v, want %q", name, got, ok, data)
		}
	}
}

// A folder that is a file, or that does not exist and cannot be made, keeps nothing.
func TestCacheWithoutAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Cache{{}, {Dir: file}, {Dir: filepath.Join(file, "below")}} {
		c.Put("key", []byte("data"))
		if got, ok := c.Get("key"); ok {
			t.Errorf("cache in %q: Get = %q, want nothing", c.Dir, got)
		}
	}
}

func TestCacheKeysOfOtherParts(t *testing.T) {
	c := Cache{}
	if c.Key("ab", "c") == c.Key("a", "bc") || c.Key("a") == c.Key("a", "") {
		t.Error("other parts have the same key")
	}
}

// Several writers of one key: each reader gets all of one of them, or nothing.
func TestCacheWithManyWriters(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	var all sync.WaitGroup
	for i := range 8 {
		data := bytes.Repeat([]byte{byte(i)}, 1<<16)
		all.Go(func() {
			for range 20 {
				c.Put("key", data)
				got, ok := c.Get("key")
				if !ok || len(got) != 1<<16 || !bytes.Equal(got, bytes.Repeat(got[:1], 1<<16)) {
					t.Errorf("Get = %d bytes, %v", len(got), ok)
				}
			}
		})
	}
	all.Wait()
}

func TestCachePrunesTheOlderHalf(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	for i := range 10 {
		c.Put(fmt.Sprint(i), []byte("data"))
	}
	private.Store{Dir: c.Dir}.Prune(10)
	if files, _ := os.ReadDir(c.Dir); len(files) != 10 {
		t.Errorf("%d files are left, want all of 10", len(files))
	}
	private.Store{Dir: c.Dir}.Prune(9)
	if files, _ := os.ReadDir(c.Dir); len(files) != 5 {
		t.Errorf("%d files are left, want 5 of 10", len(files))
	}
}
