// Package sandbox starts restricted processes: their memory, their number and their open
// files are limited, they and all their descendants end when the host ends them or dies,
// and a strict sandbox denies the network and other files.
//
// On Linux this needs no privileges. A goroutine of the host locks itself to a thread,
// restricts that thread with Landlock and seccomp, which does not affect the rest of the
// host, and starts the process from it: restrictions are inherited. The thread lives as
// long as the process, which gets a parent-death signal when it ends. The process is the
// first in its own PID namespace if the kernel allows that, so that its end ends all its
// descendants; otherwise the host becomes their subreaper and ends them itself. It is in a
// control group of its own if the host is handed down one: then the kernel bounds what all
// processes hold together; otherwise the host looks at it ten times a second.
//
// Other systems support none of this. There a process is only started and ended, and a
// strict sandbox is refused.
package sandbox
