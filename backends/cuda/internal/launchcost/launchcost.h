#include <cuda.h>

// Microseconds; see launchcost.go.
typedef struct {
	double queued, done, graph_once, graph_again, read_event, read_stream, mapped;
} lamina_costs;

CUresult lamina_measure(CUfunction f, CUstream stream, int n, lamina_costs *out);
