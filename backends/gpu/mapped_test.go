package gpu

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// reading has blocks of which only the first two are mappable.
const reading = `lamina imp

fun main(n_1: i64, xs_2: mem) -> (x_3: i32, ys_4: mem)
  entry (n: "i64" = i64 in n_1, xs: "[]i32" = [n_1]i32 in xs_2) -> ("i32" = i32 in x_3, "[]i32" = [n_1]i32 in ys_4) {
  var one_5: mem
  one_5 <- alloc(8)
  launch "sum" (4, 256) shared () {
    if eq.i64(group_id() + local_id(), 0) {
      one_5.i32[1] <- xs_2.i32[0]
    }
  }
  x_3 <- one_5.i32[1]
  one_5 <- hold()
  var two_6: mem
  two_6 <- alloc(4)
  parallel "once" (i_7 < 1) {
    two_6.i32[i_7] <- 5i32
  }
  x_3 <- add.i32(x_3, two_6.i32[0])
  var read_8: mem
  read_8 <- alloc(4)
  parallel "once" (i_9 < 1) {
    read_8.i32[0] <- 5i32
    read_8.i32[0] <- read_8.i32[0]
  }
  var often_10: mem
  often_10 <- alloc(4)
  parallel "many" (i_11 < n_1) {
    often_10.i32[0] <- 5i32
  }
  var looped_12: mem
  looped_12 <- alloc(4)
  launch "loop" (1, 256) shared () {
    for k_13: i64 < n_1 {
      looped_12.i32[0] <- 5i32
    }
  }
  var filled_14: mem
  filled_14 <- alloc(4)
  filled_14.i32[0] <- 5i32
  var held_15: mem
  held_15 <- alloc(8)
  ys_4 <- hold(held_15)
  var counted_16: mem
  counted_16 <- alloc(4)
  launch "count" (1, 256) shared () {
    atomic(counted_16.i32[0], add, 1i32)
  }
}
`

func TestMappable(t *testing.T) {
	p, err := imp.ParseSource("mapped.lir", reading)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range imp.Mappable(p) {
		got = append(got, n.Base)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"one", "two"}, got); diff != "" {
		t.Error(diff)
	}
}

// mapping is a device whose kernels write to the host's memory: its launches put
// 7 where the second word of each is.
type mapping struct {
	idle
	page [4 * slot]byte
}

func (d *mapping) Mapped() (hardware.Memory, []byte) { return 1 << 40, d.page[:] }

// Blocks in mapped memory are read where they lie, and what the host's memory has no room for lies on
// the device.
func TestMappedMemory(t *testing.T) {
	d := &mapping{idle: idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}}
	d.onLaunch = func() {
		for at := 0; at < len(d.page); at += slot {
			d.page[at], d.page[at+4] = 3, 7
		}
	}
	x := compileFor(t, d, reading)
	defer x.Close()
	for range 5 { // more than there are slots
		xs, _ := value.New(scalar.I32, 2)
		results, _, err := x.Run(t.Context(), "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, 2)), xs})
		if err != nil {
			t.Fatal(err)
		}
		if got := results[0].At(0).Int(); got != 10 {
			t.Errorf("the sum of what was read is %d, want 7 + 3", got)
		}
	}
	pool := &x.(*executable).pool
	for range 5 {
		if _, err := pool.takeMapped(4); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := pool.takeMapped(slot + 1); err != nil || b.host != nil {
		t.Errorf("a block of %d bytes lies in the host's memory (%v)", slot+1, err)
	}
}

// hosts has a block that only the host uses, and one that a kernel reads, too.
const hosts = `lamina imp

fun main(n_1: i64) -> (ys_2: mem, zs_3: mem)
  entry (n: "i64" = i64 in n_1) -> ("[2]i64" = [2]i64 in ys_2, "[1]i64" = [1]i64 in zs_3) {
  var own_4: mem
  own_4 <- alloc(16)
  own_4.i64[0] <- n_1
  own_4.i64[1] <- own_4.i64[0] + 1
  var read_5: mem
  read_5 <- alloc(8)
  read_5.i64[0] <- n_1
  var sum_6: mem
  sum_6 <- alloc(8)
  parallel "once" (i_7 < 1) {
    sum_6.i64[0] <- read_5.i64[0]
  }
  ys_2 <- hold(own_4)
  zs_3 <- hold(read_5)
}
`

// What only the host uses lies in its memory; as a result that stays on the device it is a copy.
func TestBlocksOfTheHost(t *testing.T) {
	p, err := imp.ParseSource("hosts.lir", hosts)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for n := range imp.HostOnly(p) {
		found = append(found, n.String())
	}
	if want := []string{"own_4"}; !slices.Equal(found, want) {
		t.Errorf("only the host uses %v, want %v", found, want)
	}
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}
	x := compileFor(t, d, hosts)
	defer x.Close()
	n := value.Scalar(scalar.Int(scalar.I64, 41))
	for range 2 {
		results, _, err := x.Run(t.Context(), "main", []value.Value{n})
		if err != nil {
			t.Fatal(err)
		}
		if got := results[0].String() + results[1].String(); got != "[41i64, 42i64][41i64]" {
			t.Errorf("the results are %s", got)
		}
	}
	stays, _, err := x.(backend.Resident).RunResident(t.Context(), "main", []backend.Array{{Value: n}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := stays[0].On.Read()
	if err != nil || !slices.Equal(data[:8], []byte{41, 0, 0, 0, 0, 0, 0, 0}) || data[8] != 42 {
		t.Errorf("the result on the device is %v: %v", data, err)
	}
	for _, a := range stays {
		a.On.Free()
	}
}
