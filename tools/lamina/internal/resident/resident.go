// Package resident keeps down the memory that a command occupies. When a process starts, every
// package that is linked in initialises itself, and the system maps the parts of the
// executable around each place that is touched then: more than what the command needs
// afterwards.
package resident
