// Package modules tests how other modules use this one: to define and certify a backend, or
// to vendor a single backend.
package modules
