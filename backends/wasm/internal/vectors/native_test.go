package vectors

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Package lanes says which operators and conversions vector machines have for all lanes
// at once. This one has exactly those.
func TestNativeOperators(t *testing.T) {
	for _, n := range []int{2, 4} {
		v := &vector{Fn: &emit.Fn{}, Plan: &lanes.Plan{Lanes: n}}
		for _, at := range scalar.Types() {
			for _, fn := range scalar.Ops() {
				if !fn.Info().On.Has(at) {
					continue
				}
				if _, ok := v.native(fn, at); ok != lanes.Native(fn, at, n) {
					t.Errorf("%s.%s in %d lanes: %v here, %v in package lanes", fn, at, n, ok, !ok)
				}
			}
			for _, to := range scalar.Types() {
				if _, ok := v.nativeConvert(at, to); ok != lanes.NativeConvert(at, to, n) {
					t.Errorf("%s to %s in %d lanes: %v here, %v in package lanes", at, to, n, ok, !ok)
				}
			}
		}
	}
}
