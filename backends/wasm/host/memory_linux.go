package host

import "syscall"

// reserve reserves addresses without memory.
func reserve(size uint64) ([]byte, error) {
	return syscall.Mmap(-1, 0, int(size), syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
}

func commit(b []byte) error { return syscall.Mprotect(b, syscall.PROT_READ|syscall.PROT_WRITE) }

// decommit cannot fail on our own mapping; if it did, only memory use would suffer.
func decommit(b []byte) { _ = syscall.Madvise(b, syscall.MADV_DONTNEED) }

func unreserve(b []byte) { _ = syscall.Munmap(b) }
