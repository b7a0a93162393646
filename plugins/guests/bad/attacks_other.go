//go:build !linux

package bad

// attacks is empty: they need features that other systems lack.
var attacks map[string]func(tell func(string, ...any))
