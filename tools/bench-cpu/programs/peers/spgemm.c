#include "../harness.h"

// size: rows; input: where rows start, columns, values.
static double *acc;
static int64_t *seen, *list;

static void prepare(void) {
  result = malloc(result_bytes = size[0] * 16);
  acc = malloc(size[0] * 8), seen = malloc(size[0] * 8), list = malloc(size[0] * 8);
}

static void run(void) {
  const int64_t *starts = input[0], *columns = input[1];
  const double *values = input[2];
  long n = size[0];
  int64_t *counts = result;
  double *sums = (double *)result + n;
  for (long i = 0; i < n; i++) seen[i] = -1;
  for (long i = 0; i < n; i++) {
    long count = 0;
    for (long p = starts[i]; p < starts[i + 1]; p++)
      for (long q = starts[columns[p]]; q < starts[columns[p] + 1]; q++) {
        long j = columns[q];
        if (seen[j] != i) {
          seen[j] = i;
          list[count++] = j;
          acc[j] = 0;
        }
        acc[j] += values[p] * values[q];
      }
    double sum = 0;
    for (long t = 0; t < count; t++) sum += acc[list[t]] * (double)(list[t] % 7);
    counts[i] = count;
    sums[i] = sum;
  }
}
