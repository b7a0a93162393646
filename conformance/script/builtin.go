package script

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// builtins are the functions that are no entry points. They name files relative to the program.
var builtins map[string]func(p *Program, args []Value) (Value, error)

func init() {
	builtins = map[string]func(p *Program, args []Value) (Value, error){
		"$loaddata":  loadData,
		"$loadbytes": loadBytes,
		"$restore":   restore,
		"$store":     store,
	}
}

// quoted returns the contents of the string that a value is, and whether it is one.
func (v Value) quoted() (string, bool) {
	if !strings.HasPrefix(v.text, `"`) || !strings.HasSuffix(v.text, `"`) || len(v.text) < 2 {
		return "", false
	}
	return v.text[1 : len(v.text)-1], true
}

// loadData is $loaddata "file": a value, or a tuple of several, in any format for data.
func loadData(_ *Program, args []Value) (Value, error) {
	if len(args) == 1 {
		if name, ok := args[0].quoted(); ok && name != "" {
			return Value{file: name}, nil
		}
	}
	return Value{}, fmt.Errorf(`script: $loaddata takes the name of a file: $loaddata "data.in"`)
}

// loadBytes is $loadbytes "file": the bytes of a file, as a []u8.
func loadBytes(p *Program, args []Value) (Value, error) {
	if len(args) == 1 {
		if name, ok := args[0].quoted(); ok && name != "" {
			data, err := os.ReadFile(filepath.Join(p.Folder, name))
			if err != nil {
				return Value{}, fmt.Errorf("script: $loadbytes: %w", err)
			}
			v, err := value.New(scalar.U8, int64(len(data)))
			copy(v.Data, data)
			return typed(v), err
		}
	}
	return Value{}, fmt.Errorf(`script: $loadbytes takes the name of a file: $loadbytes "data.bin"`)
}

// restore is $restore "type" "file": a value that $store has written. The parameter that it is given
// to decides how its leaves are read.
func restore(_ *Program, args []Value) (Value, error) {
	if len(args) == 2 {
		_, isType := args[0].quoted()
		if name, ok := args[1].quoted(); ok && isType && name != "" {
			return Value{file: name}, nil
		}
	}
	return Value{}, fmt.Errorf(`script: $restore takes a type and the name of a file: $restore "point" "point.dat"`)
}

// store is $store value "file", or with the file first: it writes the leaves of a value, in the binary
// format for data, and returns ().
func store(p *Program, args []Value) (Value, error) {
	for i := range args {
		name, ok := args[len(args)-1-i].quoted()
		if !ok || len(args) != 2 {
			continue
		}
		v := args[i]
		if v.Type == nil {
			return Value{}, fmt.Errorf("script: $store takes a value that an entry point returned, and got one %s", v.what())
		}
		if !filepath.IsLocal(name) {
			return Value{}, fmt.Errorf("script: $store writes to files beside the program and below, not to %s", name)
		}
		var out bytes.Buffer
		if err := value.Write(&out, value.Binary, v.Parts...); err != nil {
			return Value{}, fmt.Errorf("script: $store: %w", err)
		}
		if err := os.WriteFile(filepath.Join(p.Folder, name), out.Bytes(), 0o666); err != nil {
			return Value{}, fmt.Errorf("script: $store: %w", err)
		}
		return Value{Type: entry.TupleType()}, nil
	}
	return Value{}, fmt.Errorf(`script: $store takes a value and the name of a file: $store (f 1) "f.dat"`)
}

// read reads the values in a file, of the types of leaves if these are given.
func (p *Program) read(file string, leaves []entry.Leaf) ([]value.Value, error) {
	r, err := value.Open(filepath.Join(p.Folder, file))
	if err != nil {
		return nil, err
	}
	var elems []scalar.Type
	for _, l := range leaves {
		elems = append(elems, l.Elem)
	}
	vs, err := r.AllAs(elems)
	if err == nil && leaves != nil && len(vs) != len(leaves) {
		err = fmt.Errorf("%s holds %d values, but %d are wanted", file, len(vs), len(leaves))
	}
	return vs, err
}
