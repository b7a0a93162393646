// Package modules tests what other modules do with this one: bring a backend of their own
// and certify it, or vendor one backend alone.
package modules
