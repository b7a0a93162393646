//go:build cuda

#include "signals.h"

#include <signal.h>
#include <stddef.h>

int lamina_off_stack(int repair, int *list, int max) {
	int n = 0;
	for (int s = 1; s < NSIG; s++) {
		struct sigaction a;
		if (sigaction(s, NULL, &a) != 0)
			continue;
		if (!(a.sa_flags & SA_SIGINFO) && (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN))
			continue;
		if (a.sa_flags & SA_ONSTACK)
			continue;
		if (n < max)
			list[n] = s;
		n++;
		if (repair) {
			a.sa_flags |= SA_ONSTACK;
			sigaction(s, &a, NULL);
		}
	}
	return n;
}
