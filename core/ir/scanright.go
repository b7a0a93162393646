package ir

// Scans from the right: the reverse of a scan of the reversed elements.
type (
	// ScanRight is the inclusive fold of each suffix, from the last element on; otherwise
	// as Scan.
	ScanRight struct{ Scan }

	// SegScanRight is the inclusive fold of each suffix of the last dimension, from its
	// last element on; otherwise as SegScan.
	SegScanRight struct{ SegScan }
)

func (*ScanRight) Op() string    { return "scanright" }
func (*SegScanRight) Op() string { return "segscanright" }
