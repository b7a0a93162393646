package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of a package that fails, what its failed tests wrote is printed and nothing else, so that
// the reason stands at the end of a long run.
func TestFailuresArePrinted(t *testing.T) {
	const stream = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"long talk\n"}
{"Action":"run","Package":"p","Test":"TestBad"}
{"Action":"output","Package":"p","Test":"TestBad/part","Output":"    it is 2, not 1\n"}
{"Action":"fail","Package":"p","Test":"TestBad/part"}
{"Action":"fail","Package":"p","Test":"TestBad"}
{"Action":"pass","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p"}
`
	var out bytes.Buffer
	r := newTests(&out)
	if err := r.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("    it is 2, not 1\nFAIL\n", out.String()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"p TestBad/part", "p TestBad", "p"}, r.failures); diff != "" {
		t.Error(diff)
	}
}
