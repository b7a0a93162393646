// Package neural trains a small network on images: one hidden layer of rectified sums, a softmax,
// and gradient descent on the cross-entropy of a batch.
package neural

import (
	"math"

	"github.com/lamina-lang/lamina/accelerate"
)

// Network has a row of weights for each hidden neuron and for each class; the last weight of a row
// is the bias.
type Network struct {
	Hidden, Classes [][]float32
}

// New returns a network with small weights, which differ.
func New(inputs, hidden, classes int) Network {
	state := uint32(7)
	rows := func(n, m int) [][]float32 {
		out := make([][]float32, n)
		for i := range out {
			out[i] = make([]float32, m+1)
			for j := range m {
				state = state*1664525 + 1013904223
				out[i][j] = (float32(state>>8)/(1<<24) - 0.5) / float32(math.Sqrt(float64(m)))
			}
		}
		return out
	}
	return Network{rows(hidden, inputs), rows(classes, hidden)}
}

// sums are the weighted sums of inputs, one for each row of weights.
func sums(weights [][]float32, inputs []float32) []float32 {
	return accelerate.Map(func(row []float32) float32 {
		sum := row[len(inputs)]
		for j, x := range inputs {
			sum += row[j] * x
		}
		return sum
	}, weights)
}

func rectified(xs []float32) []float32 {
	return accelerate.Map(func(x float32) float32 { return max(x, 0) }, xs)
}

// softmax are the probabilities of classes.
func softmax(xs []float32) []float32 {
	highest := float32(math.Inf(-1))
	for _, x := range xs {
		highest = max(highest, x)
	}
	es := accelerate.Map(func(x float32) float32 { return float32(math.Exp(float64(x - highest))) }, xs)
	total := float32(0)
	for _, e := range es {
		total += e
	}
	return accelerate.Map(func(e float32) float32 { return e / total }, es)
}

// Classify returns the most probable class of each image.
func (n Network) Classify(images [][]float32) []int {
	hidden, classes := n.Hidden, n.Classes
	return accelerate.Run(func() []int {
		return accelerate.Map(func(image []float32) int {
			best, at := float32(math.Inf(-1)), 0
			for k, x := range sums(classes, rectified(sums(hidden, image))) {
				if x > best {
					best, at = x, k
				}
			}
			return at
		}, images)
	})
}

// example is what an image contributes to the gradient: what its neurons put out, and how the
// error depends on their sums.
type example struct {
	hidden, hiddenError, classError []float32
}

// Train makes a step against the gradient of a batch, and returns the network after it.
func (n Network) Train(images [][]float32, labels []int, rate float32) Network {
	hidden, classes := n.Hidden, n.Classes
	return accelerate.Run(func() Network {
		examples := accelerate.Map2(func(image []float32, label int) example {
			h := rectified(sums(hidden, image))
			errors := accelerate.Map2(func(p float32, k int) float32 {
				if k == label {
					return p - 1
				}
				return p
			}, softmax(sums(classes, h)), accelerate.Iota(len(classes)))
			back := accelerate.Map2(func(x float32, j int) float32 {
				if x <= 0 {
					return 0
				}
				sum := float32(0)
				for k, e := range errors {
					sum += e * classes[k][j]
				}
				return sum
			}, h, accelerate.Iota(len(h)))
			return example{h, back, errors}
		}, images, labels)
		step := rate / float32(len(images))
		return Network{
			accelerate.Map2(func(row []float32, i int) []float32 {
				return accelerate.Map2(func(w float32, j int) float32 {
					sum := float32(0)
					for k, x := range examples {
						if j < len(images[k]) {
							sum += x.hiddenError[i] * images[k][j]
						} else {
							sum += x.hiddenError[i]
						}
					}
					return w - step*sum
				}, row, accelerate.Iota(len(row)))
			}, hidden, accelerate.Iota(len(hidden))),
			accelerate.Map2(func(row []float32, i int) []float32 {
				return accelerate.Map2(func(w float32, j int) float32 {
					sum := float32(0)
					for _, x := range examples {
						if j < len(x.hidden) {
							sum += x.classError[i] * x.hidden[j]
						} else {
							sum += x.classError[i]
						}
					}
					return w - step*sum
				}, row, accelerate.Iota(len(row)))
			}, classes, accelerate.Iota(len(classes))),
		}
	})
}
