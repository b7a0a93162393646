package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// canInject is set where a process can be made to enter a filter itself.
const canInject = true

var errInject = errors.New("a system call cannot be made in the process")

// inject makes a process that is stopped at its first instruction, and traced by this thread,
// enter a filter: as if that instruction were a system call. Afterwards the process is as it
// was, but for the filter.
//
// It is for what the thread that starts the process must still do, and the process may not.
func inject(pid int, filter func() ([]bpf.RawInstruction, error)) error {
	instructions, err := filter()
	if err != nil {
		return err
	}
	var regs unix.PtraceRegs
	if err := unix.PtraceGetRegs(pid, &regs); err != nil {
		return fmt.Errorf("%w: %w", errInject, err)
	}
	const longMode = 0x33 // the code segment of 64-bit programs
	if regs.Cs != longMode {
		return fmt.Errorf("%w: it is not a 64-bit program", errInject)
	}
	// struct sock_fprog, and the program, below the stack's red zone.
	const redZone, header = 128, 16
	at := (regs.Rsp - redZone - header - uint64(len(instructions))*8) &^ 15
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(instructions)))
	data = binary.LittleEndian.AppendUint64(data, at+header)
	for _, x := range instructions {
		data = binary.LittleEndian.AppendUint16(data, x.Op)
		data = append(data, x.Jt, x.Jf)
		data = binary.LittleEndian.AppendUint32(data, x.K)
	}
	call := []byte{0x0f, 0x05} // syscall
	saved, savedCode := make([]byte, len(data)), make([]byte, len(call))
	if err := peek(pid, at, saved); err != nil {
		return err
	}
	if err := peek(pid, regs.Rip, savedCode); err != nil {
		return err
	}
	if err := errors.Join(poke(pid, at, data), poke(pid, regs.Rip, call)); err != nil {
		return err
	}
	before := regs
	regs.Rax, regs.Orig_rax = unix.SYS_SECCOMP, ^uint64(0) // the last call is not to be made again
	regs.Rdi, regs.Rsi, regs.Rdx = unix.SECCOMP_SET_MODE_FILTER, 0, at
	if err := errors.Join(unix.PtraceSetRegs(pid, &regs), unix.PtraceSingleStep(pid)); err != nil {
		return fmt.Errorf("%w: %w", errInject, err)
	}
	awaitStop(pid)
	if err := unix.PtraceGetRegs(pid, &regs); err != nil || regs.Rax != 0 || regs.Rip != before.Rip+uint64(len(call)) {
		return fmt.Errorf("%w: it gives %d (%v)", errInject, int64(regs.Rax), err)
	}
	if err := errors.Join(poke(pid, at, saved), poke(pid, before.Rip, savedCode)); err != nil {
		return err
	}
	if err := unix.PtraceSetRegs(pid, &before); err != nil {
		return fmt.Errorf("%w: %w", errInject, err)
	}
	return nil
}

func peek(pid int, at uint64, out []byte) error {
	if n, err := unix.PtracePeekData(pid, uintptr(at), out); err != nil || n != len(out) {
		return fmt.Errorf("%w: reading %d bytes of its memory: %w", errInject, len(out), err)
	}
	return nil
}

func poke(pid int, at uint64, data []byte) error {
	if n, err := unix.PtracePokeData(pid, uintptr(at), data); err != nil || n != len(data) {
		return fmt.Errorf("%w: writing %d bytes of its memory: %w", errInject, len(data), err)
	}
	return nil
}
