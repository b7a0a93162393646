package driver_test

import (
	"context"
	"log"
	"os"

	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// The program of docs/embedding.md.
func Example() {
	ctx := context.Background()
	d, err := driver.New()
	if err != nil {
		log.Fatal(err)
	}
	u, err := d.LoadText(ctx, "dot.fut", []byte("entry main (xs: []f32) (ys: []f32) = f32.sum (map2 (*) xs ys)"))
	if err != nil {
		log.Fatal(err)
	}
	x, _, err := d.Build(ctx, u, driver.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	results, _, err := x.Run(ctx, "main", []value.Value{value.FromSlice([]float32{1, 2, 3}), value.FromSlice([]float32{4, 5, 6})})
	if err != nil {
		log.Fatal(err)
	}
	if err := value.Write(os.Stdout, value.Text, results...); err != nil {
		log.Fatal(err)
	}
	// Output: 32.0f32
}
