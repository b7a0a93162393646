package gpucode

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/driver"
)

// Kernels that may start before the kernel before has ended access no memory before they have waited
// for it, whatever a compiler knows of their blocks. Loads that moved above the wait gave wrong results once.
func TestOverlappingKernelsWaitFirst(t *testing.T) {
	clang := clangFor(t)
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	overlapping := anyGPU
	overlapping.Overlap = true
	kernels := 0
	for _, name := range waiting {
		file := filepath.Join(repository.Root(t), "conformance", "zoo", name+".fut")
		n, early := accessesBeforeWait(assembly(t, clang, kernelsOf(t, d, file, overlapping)))
		kernels += n
		for _, line := range early {
			t.Errorf("%s: %s", file, line)
		}
	}
	if kernels < 50 {
		t.Errorf("%d kernels; the programs have more", kernels)
	}
}

// waiting lists programs with kernels of every kind: maps, stencils, reductions, scans, histograms, and
// threads with loops.
var waiting = []string{"conjugate_gradient", "layer_norm", "histo", "segmented_scan", "stencil7"}

// assembly compiles a text's overlapping kernels, optimised, to PTX.
func assembly(t *testing.T, clang, text string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
		"-nocudainc", "-nocudalib", "-include", "testdata/cuda.h", "-std=c++17", "-O3", "-w", "-DOVERLAP", "-S", "-o", "-", "-")
	c.Stdin = strings.NewReader(text)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	return out.String()
}

// access matches an instruction that accesses memory, but for a kernel's parameters.
var access = regexp.MustCompile(`^\s*(?:@!?%p\d+ )?(?:ld|st|atom|red)\.(?:[a-oq-z]|p[b-z])`)

// accessesBeforeWait counts the kernels of a text in PTX, and returns what they access before they wait, and
// loads that may be served by a cache that no wait empties.
func accessesBeforeWait(ptx string) (kernels int, early []string) {
	name, waited := "", true
	for line := range strings.Lines(ptx) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, ".entry"):
			kernels++
			name, waited = line, false
		case strings.Contains(line, "griddepcontrol.wait"):
			waited = true
		case line == "}" && !waited:
			early = append(early, name+" does not wait")
			waited = true
		case access.MatchString(line) && (!waited || strings.Contains(line, ".nc.")):
			early = append(early, name+" "+line)
		}
	}
	return kernels, early
}

func TestAccessesBeforeWait(t *testing.T) {
	kernels, early := accessesBeforeWait(`
.visible .entry good(
	ld.param.u64 %rd1, [good_param_0];
	griddepcontrol.launch_dependents;
	griddepcontrol.wait;
	ld.global.u32 %r1, [%rd1];
	ret;
}
.visible .entry early(
	ld.global.u32 %r1, [%rd1];
	@%p1 st.global.u32 [%rd1], %r1;
	griddepcontrol.wait;
	ld.global.nc.u32 %r1, [%rd1];
}
.visible .entry never(
	ret;
}
`)
	if kernels != 3 || len(early) != 4 {
		t.Errorf("%d kernels, %q", kernels, early)
	}
}
