package ir

// Constructors lets the tests know every operation.
var Constructors = constructors
