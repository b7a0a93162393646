package image_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// empty is a WebAssembly module with a custom section of another name.
const empty = "\x00asm\x01\x00\x00\x00" + "\x00\x05\x04name"

func program() *image.Image {
	n, xs := name.Name{Base: "n", ID: 1}, name.Name{Base: "xs", ID: 2}
	at := source.Pos{File: "a.fut", Line: 3, Col: 7}
	return &image.Image{
		Module: []byte(empty),
		Entries: []image.Entry{{
			Interface: entry.Interface{Name: "main", Params: []entry.External{{
				Param:  entry.Param{Name: "xs", Type: "[n][2]f16", Elem: scalar.F16, Var: xs, Dims: []entry.Dim{{Var: n}, {Size: 2}}},
				Unique: true,
			}}},
			Vars: []image.Var{{Name: n}, {Name: xs, Block: true}},
		}},
		Kernels: []image.Kernel{{Label: "map", Func: "main.1", Heavy: true}},
		Sites: []image.Site{
			{Fun: "main", Message: []image.Part{{Text: "index "}, {Arg: scalar.I64}}, Trace: []source.Pos{at}},
			{Fun: "main", What: "xs"},
		},
		Paths:   fault.Paths{"f": {{Fun: "main", Pos: at, Offset: 1}}},
		DataEnd: 1 << 16,
	}
}

func TestImagesComeBack(t *testing.T) {
	want := program()
	module, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := image.Decode(module)
	if err != nil {
		t.Fatal(err)
	}
	want.Module = module
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDamagedImages(t *testing.T) {
	whole, err := program().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ module, want string }{
		{"", "a compiled program is a WebAssembly module; this is none"},
		{"\x7fELF\x01\x00\x00\x00", "a compiled program is a WebAssembly module; this is none"},
		{empty, `was not made by lamina`},
		{string(whole[:len(whole)-1]), "its sections do not add up"},
		{strings.Replace(string(whole), `"Version":2`, `"Version":9`, 1), "its code has version 9, not 2; compile it again"},
		{strings.Replace(string(whole), `"Version"`, `"Version`+"\x00", 1), "damaged"},
	} {
		if _, err := image.Decode([]byte(c.module)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: got error %v, want one with %q", c.module, err, c.want)
		}
	}
	for n := range len(whole) { // no length may make it panic
		_, _ = image.Decode(whole[:n])
	}
}
