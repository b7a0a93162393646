//go:build !unix

package source

const openWithoutWaiting = 0
