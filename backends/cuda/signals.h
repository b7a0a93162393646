// The handlers of signals, see signals.go.

// lamina_off_stack lists in list the signals, at most max, whose handlers would run on
// the stack of the thread that they interrupt, and returns their number. If repair is
// nonzero, they run on the signal stack from then on.
int lamina_off_stack(int repair, int *list, int max);
