//go:build !linux

package bad

// attacks are misdeeds that need more of a system than others have.
var attacks map[string]func(tell func(string, ...any))
