package script

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
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
			data, err := bytesOf(filepath.Join(p.Folder, name))
			if err != nil {
				return Value{}, fmt.Errorf("script: $loadbytes %s: %w", name, err)
			}
			v, err := value.New(scalar.U8, int64(len(data)))
			copy(v.Data, data)
			return typed(v), err
		}
	}
	return Value{}, fmt.Errorf(`script: $loadbytes takes the name of a file: $loadbytes "data.bin"`)
}

// bytesOf reads a regular file of a size that values may have.
func bytesOf(file string) ([]byte, error) {
	f, info, err := source.OpenRegular(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > value.DefaultLimit {
		return nil, fmt.Errorf("has %d bytes, and values have %d at most", info.Size(), int64(value.DefaultLimit))
	}
	return io.ReadAll(io.LimitReader(f, value.DefaultLimit))
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
		if err := p.keep(name, out.Bytes()); err != nil {
			return Value{}, fmt.Errorf("script: $store %s: %w", source.Printable(source.Cut(name)), err)
		}
		return Value{Type: entry.TupleType()}, nil
	}
	return Value{}, fmt.Errorf(`script: $store takes a value and the name of a file: $store (f 1) "f.dat"`)
}

// keep writes values to a file in the folder of the program. Programs may be strangers': nothing is
// written through links to elsewhere, or to what begins with a dot as .git does, and only files of
// values are replaced.
func (p *Program) keep(name string, values []byte) error {
	if strings.Contains("/"+filepath.ToSlash(filepath.Clean(name)), "/.") {
		return errors.New("begins with a dot, as what other programs keep for themselves")
	}
	folder, err := os.OpenRoot(p.Folder)
	if err != nil {
		return err
	}
	defer folder.Close()
	info, err := folder.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return errors.New("is no regular file")
	}
	if err == nil && info.Size() > 0 {
		const magic = "b\x02"
		f, err := folder.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		begin := make([]byte, len(magic))
		if _, err := io.ReadFull(f, begin); err != nil || string(begin) != magic {
			return errors.New("is there, and holds no values in the binary format")
		}
	}
	return folder.WriteFile(name, values, 0o666)
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
