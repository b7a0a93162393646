#include "../harness.h"

// size: n. Four times the share of the points 1 to n of Sobol's sequence that are in the quarter circle.
enum { bits = 20 };

static void prepare(void) { result = malloc(result_bytes = sizeof(double)); }

static void run(void) {
  int64_t n = size[0], inside = 0, first[bits], second[bits];
  for (int k = 0; k < bits; k++) {
    first[k] = 1 << (bits - 1 - k);
    second[k] = k == 0 ? first[0] : second[k - 1] ^ second[k - 1] >> 1;
  }
  for (int64_t i = 1; i <= n; i++) {
    int64_t x = 0, y = 0;
    for (int k = 0; k < bits; k++)
      if (i >> k & 1) {
        x ^= first[k];
        y ^= second[k];
      }
    double u = x / 1048576.0, v = y / 1048576.0;
    inside += u * u + v * v <= 1;
  }
  *(double *)result = 4.0 * inside / n;
}
