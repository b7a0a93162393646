package driver

import "github.com/lamina-lang/lamina/core/pass"

// Only leaves in u what the entry point of a name needs, so that nothing else is
// compiled: compilers of devices take long for programs of many kernels. An
// imperative program stays as it is.
func Only(u *pass.Unit, entry string) {
	if u.IR != nil {
		u.IR.Keep(entry)
	}
}
