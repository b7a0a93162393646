// Package wire will carry programs between processes: the protobuf form of the
// IR, versioned apart from the Go types of core/ir, with readers for every
// version that was ever written. Operations that a reader does not know survive
// a round trip.
//
// It is the one package of core that may import anything besides the standard
// library: protobuf's runtime. Nothing is implemented yet.
package wire
