// Package introducememory lowers kernel to mem: every array binding gets a
// block and an index function (thesis §4.2; IFL'22 §4).
//
//   - Fresh arrays lie row-major in a block allocated just before.
//   - Views (slices, transposes, reshapes that an LMAD expresses) stay in the
//     block of their source with a transformed index function.
//   - Updates happen in place: the result lies where the destination did.
//   - Functions take and return arrays row-major in blocks of their own; what
//     lies otherwise is copied.
//   - Where control joins, the pattern binds existentially what the incoming
//     arrays do not agree on: the block, the offset, the strides. For loops the
//     most definite assumption is tried first (see loop.go).
//
// The input holds no SOACs: sequentialise has turned those inside kernels into
// loops and extract-kernels the others into segmented operators.
package introducememory
