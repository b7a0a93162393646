//go:build cuda

package main

import (
	_ "github.com/lamina-lang/lamina/accelerate/cuda"
	"github.com/lamina-lang/lamina/backends/cuda"
)

func init() { linked = append(linked, cuda.New()) }
