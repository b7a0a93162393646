package gpu

import "github.com/lamina-lang/lamina/core/imp"

// Source is the program text of p's kernels for a device of that kind.
func Source(p *imp.Program, info Info) (string, error) {
	tuning, err := tuningFromEnvironment()
	if err != nil {
		return "", err
	}
	u, err := translate(imp.Flat(p), info, tuning)
	if err != nil {
		return "", err
	}
	return u.source, nil
}
