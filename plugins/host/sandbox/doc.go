// Package sandbox starts processes that may not do what they like: their memory,
// their number and their open files are limited, they and all that descend from
// them end when the host says so or dies, and a strict sandbox keeps them from the
// network and from files that are not theirs.
//
// On Linux this takes no privileges. A goroutine of the host locks itself to a
// thread, puts that thread under Landlock and seccomp, which the rest of the host
// never sees, and starts the process from it: restrictions are inherited. The
// thread lives as long as the process, whose parent-death signal it holds. The
// process is the first of its own PID namespace where the kernel allows that, so
// that its end is the end of all its descendants; elsewhere the host is their
// subreaper and ends them itself.
//
// Other systems have none of this. There a process is only started and ended, and a
// strict sandbox is refused.
package sandbox
