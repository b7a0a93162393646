#include "../harness.h"

// size: rows, columns; input: the rows.
static int32_t *kept;

static void prepare(void) {
  result = malloc(result_bytes = size[0] * sizeof(int32_t));
  kept = malloc(size[1] * sizeof *kept);
}

static void run(void) {
  const int32_t *rows = input[0];
  long n = size[0], m = size[1];
  for (long i = 0; i < n; i++) {
    long count = 0;
    for (long j = 0; j < m; j++)
      if (rows[i * m + j] % 3 == 0) kept[count++] = rows[i * m + j];
    int32_t sum = 0;
    for (long j = 0; j < count; j++) sum += kept[j];
    ((int32_t *)result)[i] = (int32_t)count * sum;
  }
}
