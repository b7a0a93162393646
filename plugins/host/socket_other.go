//go:build !unix

package host

const openWithoutWaiting = 0
