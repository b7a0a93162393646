package imp

import (
	"slices"
	"testing"
)

// A copy's inner dimensions are a run as far as both views lie without gaps.
func TestRuns(t *testing.T) {
	for strides, want := range map[string]int{
		"[mul.i64(m, 4), 4, 1]": 0,
		"[100, 4, 1]":           1,
		"[4 * m, 8, 1]":         2,
		"[4 * m, 4, 2]":         3,
	} {
		p, err := Parse("test", `lamina imp
fun main(n: i64, m: i64, a: mem, b: mem) -> () {
  copy.f32([n, m, 4], b from 0 by `+strides+`, a from 7 by [m * 4, 4, 1])
}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Funs[0].Body[0].(*Copy).Runs(); got != want {
			t.Errorf("strides %s: dimensions from %d on are a run, want from %d on", strides, got, want)
		}
	}
}

// Functions come after those that they call, and those that nothing selects are left out.
func TestCalleesFirst(t *testing.T) {
	p, err := Parse("test", `lamina imp
fun a() -> () { call b() -> () }
fun b() -> () { call c() -> () call d() -> () }
fun c() -> () { call d() -> () }
fun d() -> () { }
fun e() -> () { call d() -> () }`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range p.CalleesFirst(func(f *Fun) bool { return f.Name == "b" }) {
		got = append(got, f.Name)
	}
	if want := []string{"d", "c", "b"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}
