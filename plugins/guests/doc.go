// Package guests tests how a host handles plugins, with guests of every kind: processes and
// modules, well-behaved and not.
package guests
