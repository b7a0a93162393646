// Package conformance holds the programs that every interpreter, pipeline and backend must
// run with the same results; its tests run them all. Package testblock parses the tests in
// programs' comments, package runner runs them.
package conformance
