// Package facts knows what holds of the integers of a program at a point of it.
//
// A Base collects the facts of one function: how variables are computed, how far indices
// count, which variables are sizes, what assertions and branches establish, how many
// elements the arrays in memory have. A View is the base at one point, and answers
// questions there with the prover of core/sym. A Walk is for passes that go through a
// function from the top: it forgets what ends with a scope, and decides most comparisons
// by bounds of names, without the prover.
//
// The integers of a program wrap, those of the prover do not. So a definition z = x + y
// gives the fact z = x + y only where it is shown not to wrap: where it is exact.
// Comparisons always hold in ℤ, as they are of values, however these came about.
// Nothing is ever answered that does not hold; what is not known may hold.
package facts
