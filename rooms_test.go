package lamina_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A room is a folder, by its files of code, or a struct type, by its fields. Beyond
// these numbers nobody sees a room whole.
const (
	mostFiles  = 20
	mostFields = 19
)

// tooLarge lists the rooms that are over the limit, and their sizes. A room may leave the
// list or shrink in it; none may grow or join.
var tooLarge = map[string]int{}

// rooms returns the sizes of the folders and struct types in tree.
func rooms(tree fs.FS) (map[string]int, error) {
	sizes := map[string]int{}
	fset := token.NewFileSet()
	err := fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != "." && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".pb.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(fset, file, text, 0)
		if err != nil {
			return err
		}
		folder := path.Dir(file)
		sizes[folder]++
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				sizes[folder+"."+spec.Name.Name] = s.Fields.NumFields()
			}
			return true
		})
		return nil
	})
	return sizes, err
}

// complaints compares sizes with the limits and with the list of rooms over them.
func complaints(sizes, listed map[string]int) (found []string) {
	for _, room := range slices.Sorted(maps.Keys(sizes)) {
		size, unit, most := sizes[room], "files of code", mostFiles
		if strings.Contains(path.Base(room), ".") {
			unit, most = "fields", mostFields
		}
		allowed, known := listed[room]
		switch {
		case size > most && !known:
			found = append(found, fmt.Sprintf("%s has %d %s, more than %d: divide it", room, size, unit, most))
		case known && size > allowed:
			found = append(found, fmt.Sprintf("%s has grown from %d to %d %s: divide it", room, allowed, size, unit))
		case known && size <= most:
			found = append(found, fmt.Sprintf("%s has only %d %s: take it off the list", room, size, unit))
		case known && size < allowed:
			found = append(found, fmt.Sprintf("%s has shrunk from %d to %d %s: say so in the list", room, allowed, size, unit))
		}
	}
	for _, room := range slices.Sorted(maps.Keys(listed)) {
		if sizes[room] == 0 {
			found = append(found, fmt.Sprintf("%s does not exist: take it off the list", room))
		}
	}
	return found
}

func TestRoomsDoNotGrow(t *testing.T) {
	if _, err := os.Stat("go.mod"); err != nil {
		t.Skip("the sources are not here: under Bazel a test sees only its own files; go test checks this")
	}
	sizes, err := rooms(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range complaints(sizes, tooLarge) {
		t.Error(line)
	}
}

func TestRoomsThatGrowAreFound(t *testing.T) {
	fields := "package p\ntype T struct { a, b int; C string; *E }\n"
	sizes, err := rooms(fstest.MapFS{
		"p/p.go":          {Data: []byte(fields)},
		"p/p_test.go":     {Data: []byte("package p\n")},
		"p/testdata/q.go": {Data: []byte("not Go")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if sizes["p"] != 1 || sizes["p.T"] != 4 {
		t.Errorf("sizes are %v, want 1 file in p and 4 fields of p.T", sizes)
	}
	for _, c := range []struct {
		room         string
		size, listed int
		want         string
	}{
		{"p", mostFiles, 0, ""},
		{"p", mostFiles + 1, 0, "divide it"},
		{"p", mostFiles + 1, mostFiles + 1, ""},
		{"p", mostFiles + 2, mostFiles + 1, "has grown"},
		{"p", mostFiles + 1, mostFiles + 2, "has shrunk"},
		{"p", mostFiles, mostFiles + 1, "take it off"},
		{"p", 0, mostFiles + 1, "does not exist"},
		{"p.T", mostFields + 1, 0, "divide it"},
		{"p.T", mostFields, 0, ""},
	} {
		listed := map[string]int{}
		if c.listed > 0 {
			listed[c.room] = c.listed
		}
		sizes := map[string]int{}
		if c.size > 0 {
			sizes[c.room] = c.size
		}
		found := complaints(sizes, listed)
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0], c.want)) {
			t.Errorf("%s of size %d, listed with %d: %q, want %q", c.room, c.size, c.listed, found, c.want)
		}
	}
}
