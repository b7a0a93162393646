package ir

// Scans from the right: what a scan gives for the elements in reverse, in reverse.
type (
	// ScanRight is the inclusive fold of each suffix, from the last element on: else as
	// Scan.
	ScanRight struct{ Scan }

	// SegScanRight is the inclusive fold of each suffix of the last dimension, from its
	// last element on: else as SegScan.
	SegScanRight struct{ SegScan }
)

func (*ScanRight) Op() string    { return "scanright" }
func (*SegScanRight) Op() string { return "segscanright" }
