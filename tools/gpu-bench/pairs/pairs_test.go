package pairs

import (
	"strings"
	"testing"
)

func TestTableIsWorstFirst(t *testing.T) {
	r := &Results{Device: "cuda:0 a GPU", Peer: "a peer", Pairs: []Pair{
		{Program: "good", Entry: "main", Input: "{1i64}", Ours: Side{Micros: 500, Bytes: 2e6}, Peer: Side{Micros: 1000, Bytes: 4e6}},
		{Program: "neither", Entry: "main", Input: "{1i64}", Ours: Side{Error: "stopped"}, Peer: Side{Error: "stopped"}},
		{Program: "bad", Entry: "other", Input: "{2i64 3i64}", Ours: Side{Micros: 8000, Bytes: 5e6}, Peer: Side{Micros: 1000, Bytes: 4e6}},
		{Program: "alone", Entry: "main", Input: "{1i64}", Ours: Side{Micros: 7}, Peer: Side{Error: "no memory"}},
		{Program: "broken", Entry: "main", Input: "{1i64}", Ours: Side{Error: "a | b\nc"}, Peer: Side{Micros: 1}},
	}}
	var file, got strings.Builder
	if err := r.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := Parse([]byte(file.String()))
	if err != nil || read == nil {
		t.Fatal(read, err)
	}
	if err := read.Table(&got); err != nil {
		t.Fatal(err)
	}
	want := `## Beside a peer: cuda:0 a GPU

5 pairs; geometric mean of 2 ratios 2.00, 1 of them at most 1, 1 above 1.5; no more memory than the peer in 1 of 2; ours fails in 2, the peer in 2.

| program | input | ours | peer | ratio | our memory | peer's memory |
|---|---|---:|---:|---:|---:|---:|
| broken | {1i64} | failed: a ¦ b c | 1 µs |  |  |  |
| bad:other | {2i64 3i64} | 8 ms | 1 ms | 8.00 | 5 MB | 4 MB |
| good | {1i64} | 500 µs | 1 ms | 0.50 | 2 MB | 4 MB |
| alone | {1i64} | 7 µs | failed: no memory |  |  |  |
| neither | {1i64} | failed: stopped | failed: stopped |  |  |  |
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestParseLeavesOtherFiles(t *testing.T) {
	if r, err := Parse([]byte(`{"device": {"name": "cuda:0"}}`)); r != nil || err != nil {
		t.Error(r, err)
	}
}
