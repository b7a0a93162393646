package hardware

import "strings"

// Text is a program text: what kernels share, and the kernels. Each compiles alone after what they share, so that a
// device may compile those that it launches.
type Text struct {
	Shared  string // words of the dialect, and functions
	Kernels []KernelText
}

// KernelText is a kernel of a program text.
type KernelText struct{ Name, Body string }

// Of returns the text of one kernel.
func (t Text) Of(k KernelText) string { return t.Shared + k.Body }

func (t Text) String() string {
	var all strings.Builder
	all.WriteString(t.Shared)
	for _, k := range t.Kernels {
		all.WriteString(k.Body)
	}
	return all.String()
}
