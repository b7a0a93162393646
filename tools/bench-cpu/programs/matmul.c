#include "harness.h"

// size: n; input: a and b, both n × n.
static void prepare(void) { result = malloc(result_bytes = size[0] * size[0] * sizeof(float)); }

static void run(void) {
  long n = size[0];
  const float *a = input[0], *b = input[1];
  float *c = result;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long l = 0; l < n; l++) sum += a[i * n + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}
