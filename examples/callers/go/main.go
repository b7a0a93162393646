// Command hits asks which circle a point lies in. It is a module of its own, as a product is: in
// its folder run
//
//	go generate
//	go mod tidy
//	CGO_ENABLED=0 go build
//
// The first writes the package hits, which is all that the product needs of the program: keep it in
// version control, or vendor it with what it imports.
package main

//go:generate lamina library --target go -o hits hits.fut

import (
	"context"
	"fmt"
	"log"

	"example.com/caller/hits"
	"github.com/lamina-lang/lamina/embedded"
)

func main() {
	ctx := context.Background()
	program, err := hits.New(ctx, embedded.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer program.Close()
	circles := hits.CircleArray{X: []float32{0, 5, 9}, Y: []float32{0, 5, 0}, Radius: []float32{1, 2, 1}}
	for _, point := range [][2]float32{{4, 4}, {20, 20}} {
		found, err := program.First(ctx, point[0], point[1], circles)
		if err != nil {
			log.Fatal(err)
		}
		switch found := found.(type) {
		case hits.SumHitMissHit:
			fmt.Println(point, "is in circle", found.V0)
		case hits.SumHitMissMiss:
			fmt.Println(point, "is in none")
		}
	}
}
