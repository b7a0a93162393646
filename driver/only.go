package driver

import "github.com/lamina-lang/lamina/core/pass"

// Only removes from u what the named entry point does not need, so that nothing else is
// compiled: device compilers take long for programs of many kernels. An imperative
// program stays as it is.
func Only(u *pass.Unit, entry string) {
	if u.IR != nil {
		u.IR.Keep(entry)
	}
}
