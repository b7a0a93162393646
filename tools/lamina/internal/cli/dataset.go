package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type datasetFlags struct {
	generate []string
	bounds   []string
	seed     uint64
	binary   bool
	text     bool
	format   string
	output   string
}

func datasetCommand(t *tool) *cobra.Command {
	var f datasetFlags
	c := &cobra.Command{
		Use:   "dataset -g TYPE...",
		Short: "Generate values of given types",
		Long: `Generate values of the given types and write them in a format that programs read.
Integers are drawn from their whole type and floats from 0 to 1, unless --bounds
says otherwise. The same types, bounds and seed give the same values.`,
		Example: `  lamina dataset -g '[100][100]f32' -g i64 --binary -o input
  lamina dataset -g '[10]i32' --bounds i32=0:99 --seed 7`,
		Args: verb.Exactly(0, "no arguments but its flags"),
		RunE: func(c *cobra.Command, _ []string) error { return t.dataset(c.Context(), &f) },
	}
	c.Flags().StringArrayVarP(&f.generate, "generate", "g", nil, "a type such as [100][20]f32, or a scalar such as 10i64; may be given again")
	c.Flags().StringArrayVar(&f.bounds, "bounds", nil, "TYPE=LOW:HIGH: draw the elements of a type from LOW to HIGH")
	c.Flags().Uint64VarP(&f.seed, "seed", "s", 1, "the seed of the random numbers")
	c.Flags().BoolVarP(&f.binary, "binary", "b", false, "the same as --format binary")
	c.Flags().BoolVar(&f.text, "text", false, "the same as --format text")
	for _, elem := range scalar.Types() {
		if elem == scalar.Bool {
			continue
		}
		name := elem.String() + "-bounds" // as in futhark dataset
		c.Flags().Var(boundsOf{elem, &f.bounds}, name, "the same as --bounds "+elem.String()+"=LOW:HIGH")
		_ = c.Flags().MarkHidden(name)
	}
	c.Flags().StringVar(&f.format, "format", "text", "how to write the values: text, binary or npy")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the values to this file")
	return c
}

// boundsOf is the flag for the bounds of one type.
type boundsOf struct {
	elem scalar.Type
	all  *[]string
}

func (b boundsOf) String() string { return "" }
func (b boundsOf) Type() string   { return "LOW:HIGH" }
func (b boundsOf) Set(text string) error {
	*b.all = append(*b.all, b.elem.String()+"="+text)
	return nil
}

func (t *tool) dataset(ctx context.Context, f *datasetFlags) error {
	switch {
	case f.binary && f.text:
		return verb.Usagef("--binary and --text exclude each other")
	case f.binary:
		f.format = "binary"
	case f.text:
		f.format = "text"
	}
	format, err := value.ParseFormat(f.format)
	if err != nil {
		return verb.Usage(err)
	}
	if len(f.generate) == 0 {
		return verb.Usagef("name a type with -g, as in -g '[100]f32'")
	}
	var types []dataset.Type
	for _, text := range f.generate {
		typ, err := dataset.Parse(text)
		if err != nil {
			return verb.Usage(err)
		}
		types = append(types, typ)
	}
	ranges := map[scalar.Type]dataset.Range{}
	for _, text := range f.bounds {
		elem, r, err := dataset.ParseRange(text)
		if err != nil {
			return verb.Usage(err)
		}
		ranges[elem] = r
	}
	values, err := dataset.New(f.seed, ranges).Make(types)
	if err != nil {
		return err
	}
	return t.write(ctx, f.output, format, values)
}
