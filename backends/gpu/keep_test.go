package gpu

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// pair gives one of its arguments back and writes to the other, which it may.
const pair = `lamina imp

fun main(m_1: i64, xs_2: mem, ys_3: mem) -> (out_4: mem, out_5: mem)
  entry (xs: "[]i32" = [m_1]i32 in xs_2, ys: *"[]i32" = [m_1]i32 in ys_3) -> ("[]i32" = [m_1]i32 in out_4, "[]i32" = [m_1]i32 in out_5) {
  copy.i32([m_1], ys_3 from 0 by [1], xs_2 from 0 by [1])
  out_4 <- hold(xs_2)
  out_5 <- hold(ys_3)
}
`

func TestKeep(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}
	x := compileFor(t, d, pair)
	defer x.Close()
	xs, _ := value.New(scalar.I32, 100)
	ys, _ := value.New(scalar.I32, 100)
	for i := range int64(100) {
		xs.Set(i, scalar.Int(scalar.I32, i))
	}
	args := []value.Value{xs, ys}
	run := func(args []value.Value) (copied int64) {
		t.Helper()
		before := d.written
		out, report, err := x.Run(t.Context(), "main", args)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range out {
			for i := range int64(100) {
				if got := v.At(i).Int(); got != i {
					t.Fatalf("element %d of result %d is %d, want %[1]d", i, k, got)
				}
			}
		}
		if report.CopiedIn != d.written-before {
			t.Errorf("the report has %d bytes copied in, there were %d", report.CopiedIn, d.written-before)
		}
		return report.CopiedIn
	}
	_, plain, _ := x.Run(t.Context(), "main", args)
	if err := x.(backend.Keeper).Keep(t.Context(), "main", args); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if n := run(args); n != 400 {
			t.Errorf("%d bytes are copied in, want those of the array that is overwritten, 400", n)
		}
	}
	_, report, _ := x.Run(t.Context(), "main", args)
	if got, want := report.Spaces[0], plain.Spaces[0]; got != want {
		t.Errorf("memory with an argument kept: %+v, without %+v", got, want)
	}
	other := args[0]
	other.Data = append([]byte(nil), other.Data...)
	if n := run([]value.Value{other, ys}); n != 800 {
		t.Errorf("%d bytes of other arguments are copied in, want 800", n)
	}
	if err := x.(backend.Keeper).Keep(t.Context(), "main", nil); err != nil {
		t.Fatal(err)
	}
	if n := run(args); n != 800 {
		t.Errorf("%d bytes are copied in when nothing is kept, want 800", n)
	}
}

func TestKeepTooMuch(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 4 << 10}
	x := compileFor(t, d, pair)
	defer x.Close()
	xs, _ := value.New(scalar.I32, 1<<20)
	if err := x.(backend.Keeper).Keep(t.Context(), "main", []value.Value{xs, xs}); err == nil {
		t.Error("a device of 4 KiB keeps 4 MiB")
	}
}
