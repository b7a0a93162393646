// Package conformance holds the programs that every interpreter, pipeline and
// backend must run alike; its tests run them all. Package testblock reads the
// tests in programs' comments, package runner runs them.
package conformance
