// Package introducememory lowers kernel to mem: every array binding gets a block and an
// index function (thesis §4.2; IFL'22 §4).
//
//   - Fresh arrays are row-major in a block allocated just before.
//   - Views (slices, transpositions, reshapes that an LMAD can express) share the block of
//     their source, with a transformed index function.
//   - Updates happen in place: the result has the location of the destination.
//   - Functions take and return arrays row-major in separate blocks; arrays in another layout
//     are copied.
//   - At control-flow joins, the pattern binds existentially those parts of a location on
//     which the incoming arrays disagree: block, offset, strides. For loops the most definite
//     assumption is tried first (see loop.go).
//
// The input contains no SOACs: sequentialise has turned those inside kernels into loops,
// and extract-kernels the others into segmented operators.
package introducememory
