package neural_test

import (
	"testing"

	"github.com/lamina-lang/lamina/examples/go/neural"
)

// images are n pictures of size×size with a bright bar, which lies or stands: class 0 or 1.
func images(n, size int) (out [][]float32, labels []int) {
	for k := range n {
		image := make([]float32, size*size)
		at := (k / 2) % size
		for i := range size {
			if k%2 == 0 {
				image[at*size+i] = 1
			} else {
				image[i*size+at] = 1
			}
		}
		out, labels = append(out, image), append(labels, k%2)
	}
	return out, labels
}

func TestLearnsBars(t *testing.T) {
	batch, labels := images(32, 8)
	n := neural.New(64, 16, 2)
	for range 200 {
		n = n.Train(batch, labels, 0.5)
	}
	for k, got := range n.Classify(batch) {
		if got != labels[k] {
			t.Errorf("image %d is of class %d, not %d", k, labels[k], got)
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	batch, labels := images(128, 28)
	n := neural.New(28*28, 32, 10)
	for b.Loop() {
		n = n.Train(batch, labels, 0.1)
	}
}
