//go:build opencl

package main

import (
	_ "github.com/lamina-lang/lamina/accelerate/opencl"
	"github.com/lamina-lang/lamina/backends/opencl"
)

func init() { linked = append(linked, opencl.New()) }
