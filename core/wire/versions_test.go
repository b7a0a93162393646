package wire_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/wire"
)

// TestEveryVersionStaysReadable decodes the programs in testdata/vN, one folder
// for each version of the IR, and compares them with their text beside them.
// What a version wrote never changes: with LAMINA_UPDATE=1 the encodings that
// are missing are added, and none is written again. A program must also be encoded
// to the very same bytes as then, in the version of its folder.
func TestEveryVersionStaysReadable(t *testing.T) {
	operations := map[string]bool{}
	for v := uint32(wire.Oldest); v <= wire.Newest; v++ {
		texts, err := filepath.Glob(fmt.Sprintf("testdata/v%d/*.lir", v))
		if err != nil {
			t.Fatal(err)
		}
		if len(texts) == 0 {
			t.Errorf("version %d has no examples", v)
		}
		for _, file := range texts {
			t.Run(file, func(t *testing.T) { readable(t, file, v, operations) })
		}
	}
	for _, op := range ir.Operations() {
		if !operations[op] && os.Getenv("LAMINA_UPDATE") == "" {
			t.Errorf("no example holds the operation %s", op)
		}
	}
}

func readable(t *testing.T, file string, version uint32, operations map[string]bool) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	encoding := strings.TrimSuffix(file, ".lir") + ".pb"
	stored, err := os.ReadFile(encoding)
	if os.IsNotExist(err) && version == wire.Newest && os.Getenv("LAMINA_UPDATE") != "" {
		stored = encoded(t, file, text)
		err = os.WriteFile(encoding, stored, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := wire.Version(stored); got != version {
		t.Errorf("the program is in version %d", got)
	}
	p, q, err := wire.Unmarshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	if q != nil {
		got = q.String()
	} else {
		got = p.String()
		w := ir.Walker{Stm: func(s *ir.Stm) { operations[s.Exp.Op()] = true }}
		w.Program(p)
	}
	if d := cmp.Diff(text, got); d != "" {
		t.Errorf("the stored encoding reads as another program (-text +decoded):\n%s", d)
	}
	if string(encoded(t, file, text)) != string(stored) {
		t.Error("the program is written otherwise than it was: give the change a version of its own")
	}
}

// encoded parses and encodes a .lir text of any level.
func encoded(t *testing.T, file, text string) []byte {
	var b []byte
	p, err := ir.Parse(file, text)
	if err == nil {
		b, err = wire.Marshal(p)
	} else {
		var q *imp.Program
		if q, err = imp.Parse(file, text); err == nil {
			b, err = wire.MarshalImp(q)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}
