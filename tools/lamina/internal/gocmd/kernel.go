package gocmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// kernel is a compiled expression.
type kernel struct {
	program  string
	places   []string
	captures []gosrc.Capture
}

// compile takes an expression through the pipeline of the embedded backend, unless its
// program was compiled before.
func (t *Tool) compile(ctx context.Context, x *gosrc.Expression) (*kernel, error) {
	p, places, err := x.Lower(ctx)
	if err != nil {
		return nil, err
	}
	k := &kernel{captures: x.Captures}
	for _, at := range places {
		k.places = append(k.places, at.String())
	}
	u := &pass.Unit{IR: p, Target: target.Embedded()}
	cache := cacheOf("kernels", fmt.Sprintf("%s\n%s", backend.Embedded.Pipeline(), u))
	if k.program = cache.read(); k.program != "" {
		return k, nil
	}
	if _, err := t.Driver.Optimise(ctx, u, backend.Embedded.Pipeline(), driver.Config{}); err != nil {
		return nil, fmt.Errorf("%s: compiling the expression: %w", x.Position(), gosrc.Located(err, places))
	}
	k.program = driver.Text(u)
	cache.write(k.program)
	return k, nil
}

// print writes the kernel as the Go declaration of a variable.
func (k *kernel) print(w io.Writer, name string) {
	fmt.Fprintf(w, "\nvar %s = &lamina.Kernel{\n\tPrograms: map[string]string{%q: %s},\n\tPlaces: []string{\n", name, backend.Embedded.String(), literal(k.program))
	for _, p := range k.places {
		fmt.Fprintf(w, "\t\t%q,\n", p)
	}
	fmt.Fprint(w, "\t},\n\tRanks: []int{")
	for _, c := range k.captures {
		fmt.Fprintf(w, "%d, ", c.Rank)
	}
	fmt.Fprint(w, "},\n\tWritten: []int{")
	for i, c := range k.captures {
		if c.Write {
			fmt.Fprintf(w, "%d, ", i)
		}
	}
	fmt.Fprint(w, "},\n}\n")
}

// literal is text as a Go string.
func literal(text string) string {
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// cache is the place of what something came to.
type cache struct {
	store private.Store
	key   string
}

// cacheOf returns the cache for what this executable makes of a source, among others of a kind.
func cacheOf(kind, source string) cache {
	return cache{private.Store{Dir: private.Cache("go", kind)}, checksum(identity() + "\n" + source)}
}

// identity tells builds of this executable apart: by its file's size and time.
func identity() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(self)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", self, info.Size(), info.ModTime().UnixNano())
}

// read returns what the cache holds, or "".
func (c cache) read() string {
	text, ok := c.store.Get(c.key)
	if !ok {
		return ""
	}
	return string(text)
}

// write keeps a text. A failure costs time later, nothing else.
func (c cache) write(content string) { c.store.Put(c.key, []byte(content)) }

func checksum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
