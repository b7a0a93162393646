// Package launchcost measures what launches, graphs of launches and the reading of a
// result cost on a device. It decides what package cuda does, which therefore does not
// use it: its test does.
package launchcost
