// Package guests tests what a host makes of its plugins, with guests of every
// kind: processes and modules, well-behaved and not.
package guests
