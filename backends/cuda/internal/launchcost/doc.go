// Package launchcost measures the cost of launches, of graphs of launches, and of reading a
// result on a device. The measurements decided how package cuda works, so only its test
// imports this package.
package launchcost
