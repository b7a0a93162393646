// Package profile is the verb profile: where the time of a program goes, by line of its source and by
// kernel, and the bytes that each kernel touches. It runs the program that the backend always compiles, to
// which statements of the host are added that count.
package profile

import "github.com/spf13/cobra"

// Command is the verb profile, without what it does: the page is written to output, after the given number of runs.
func Command(output *string, runs *int) *cobra.Command {
	c := &cobra.Command{
		Use:   "profile FILE",
		Short: "Show where the time of a program goes, by source line and kernel",
		Long: `Run an entry point of a program on the given arguments, once to warm up and then --runs times, and
show where the time went: by line of the source, and for each kernel its launches, the bytes that it
touches, and the rate that this comes to. With -o, also write a page for browsers, with a flame
graph and the source, coloured by time.

The bytes of a kernel are those of the elements of arrays that it reads and those that it writes, each
at most once a launch; where the host cannot know which, all of the array.

Loops of the host are told of their own lines. Its other time is told of the line whose kernel comes next;
what comes after the last kernel is a line of its own. On GPUs the host waits for the end of each kernel, and
its time includes that of starting the kernel.`,
		Example: "  lamina profile examples/lud.fut -i examples/data/lud-256.in\n  lamina profile --backend c -o profile.html examples/lud.fut -i examples/data/lud-256.in",
	}
	c.Flags().StringVarP(output, "output", "o", "", "also write a page to this `file`")
	c.Flags().IntVarP(runs, "runs", "r", 10, "the number of runs that are measured")
	return c
}
