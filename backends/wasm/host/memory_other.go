//go:build !linux

package host

// reserve relies on the system to allocate the pages of a large Go slice on first use.
func reserve(size uint64) ([]byte, error) { return make([]byte, size), nil }

func commit([]byte) error { return nil }

func decommit(b []byte) { clear(b) }

func unreserve([]byte) {}
