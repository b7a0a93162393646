#include "harness.h"

// size: n; input: n numbers. In chunks of 1024, as reduce adds.
static void prepare(void) { result = malloc(result_bytes = sizeof(float)); }

static void run(void) {
  const float *xs = input[0];
  float total = 0;
  for (long start = 0; start < size[0]; start += 1024) {
    long end = start + 1024 < size[0] ? start + 1024 : size[0];
    float sum = 0;
    for (long i = start; i < end; i++) sum += xs[i];
    total = start == 0 ? sum : total + sum;
  }
  *(float *)result = total;
}
