//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// TestAfterIllegalAddress records what a driver allows a process after an illegal address,
// so that opened.again does what works. Each way is tried in a separate process, and the
// driver's result for each step is logged. It fails only if nothing can be tried.
//
//	./cuda.test -test.v -test.run Illegal
func TestAfterIllegalAddress(t *testing.T) {
	if _, err := devices(); err != nil {
		t.Skip(err)
	}
	const variable = "LAMINA_RECOVERY"
	if name := os.Getenv(variable); name != "" {
		tryRecovery(t, name)
		return
	}
	for _, w := range recoveries {
		t.Run(w.name, func(t *testing.T) {
			c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAfterIllegalAddress$", "-test.v")
			c.Env = append(os.Environ(), variable+"="+w.name)
			out, err := c.CombinedOutput()
			t.Logf("%v\n%s", err, out)
		})
	}
}

// trial is the state of an attempt.
type trial struct {
	device cu.Device
	inUse  cu.CUContext
	other  cu.CUContext
	module cu.Module
	stream cu.Stream
}

type trialStep struct {
	name string
	do   func(*trial) error
}

var (
	retainPrimary  = trialStep{"retain the primary context", func(t *trial) (err error) { t.inUse, err = t.device.RetainPrimaryCtx(); return }}
	releasePrimary = trialStep{"release the primary context", func(t *trial) error { return t.device.ReleasePrimaryCtx() }}
	resetPrimary   = trialStep{"reset the primary context", func(t *trial) error { return t.device.ResetPrimaryCtx() }}
	makeContext    = trialStep{"make a context", func(t *trial) (err error) { t.inUse, err = t.device.MakeContext(cu.SchedAuto); return }}
	destroyContext = trialStep{"destroy the context", func(t *trial) error { return t.inUse.Destroy() }}
	makeStandby    = trialStep{"make a second context beforehand", func(t *trial) (err error) { t.other, err = t.device.MakeContext(cu.SchedAuto); return }}
	goOnInStandby  = trialStep{"go on in the second context", func(t *trial) error { t.inUse = t.other; return nil }}
	unload         = trialStep{"unload the module", func(t *trial) error { return t.module.Unload() }}
	endStream      = trialStep{"destroy the stream", func(t *trial) error { return t.stream.Destroy() }}
	leaveContext   = trialStep{"leave the context", func(*trial) error { return cu.SetCurrentContext(cu.CUContext{}) }}
	useMemory      = trialStep{"use it", func(t *trial) error {
		if err := cu.SetCurrentContext(t.inUse); err != nil {
			return err
		}
		at, err := cu.MemAlloc(1 << 20)
		if err != nil {
			return err
		}
		return errors.Join(cu.MemsetD32(at, 1, 1<<18), cu.Synchronize(), cu.MemFree(at))
	}}
	fault700 = trialStep{"write to an illegal address", func(t *trial) error {
		if err := cu.SetCurrentContext(t.inUse); err != nil {
			return err
		}
		image, err := compile(`extern "C" __global__ void wild(int *p) { *p = 1; }`, t.options())
		if err != nil {
			return err
		}
		if t.module, err = cu.LoadData(string(image)); err != nil {
			return err
		}
		f, err := t.module.Function("wild")
		if err != nil {
			return err
		}
		if t.stream, err = cu.MakeStream(cu.NonBlocking); err != nil {
			return err
		}
		err = new(cells).launch(t.inUse, f, 1, 1, []hardware.Arg{{Kind: hardware.MemoryArg, Bits: 1 << 44}}, t.stream, false)
		return errors.Join(err, translated(t.stream.Synchronize()))
	}}
)

func (t *trial) options() []string {
	major, _ := t.device.Attribute(cu.ComputeCapabilityMajor)
	minor, _ := t.device.Attribute(cu.ComputeCapabilityMinor)
	return []string{fmt.Sprintf("--gpu-architecture=sm_%d%d", major, minor)}
}

var recoveries = []struct {
	name  string
	steps []trialStep
}{
	{"primary-reset", []trialStep{retainPrimary, fault700, resetPrimary, releasePrimary, retainPrimary, useMemory}},
	{"primary-clean-reset", []trialStep{retainPrimary, fault700, endStream, unload, leaveContext, resetPrimary, releasePrimary, retainPrimary, useMemory}},
	{"primary-release", []trialStep{retainPrimary, fault700, leaveContext, releasePrimary, retainPrimary, useMemory}},
	{"own-destroy", []trialStep{makeContext, fault700, destroyContext, makeContext, useMemory}},
	{"own-clean-destroy", []trialStep{makeContext, fault700, endStream, unload, leaveContext, destroyContext, makeContext, useMemory}},
	{"own-then-primary", []trialStep{makeContext, fault700, destroyContext, retainPrimary, useMemory}},
	{"standby", []trialStep{makeStandby, makeContext, fault700, goOnInStandby, useMemory}},
}

func tryRecovery(t *testing.T, name string) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, w := range recoveries {
		if w.name != name {
			continue
		}
		s := &trial{}
		var err error
		if s.device, err = cu.GetDevice(0); err != nil {
			t.Fatal(err)
		}
		for _, step := range w.steps {
			t.Logf("%-34s %v", step.name, translated(step.do(s)))
		}
	}
}
