#include "../harness.h"

// size: rows, columns; input: the power, the temperature. 360 steps of Rodinia's stencil.
static double *one, *two;

static void prepare(void) {
  result_bytes = size[0] * size[1] * sizeof(double);
  one = malloc(result_bytes);
  two = malloc(result_bytes);
}

static void run(void) {
  long rows = size[0], cols = size[1];
  const double *power = input[0], *x = input[1];
  double high = 0.016 / rows, wide = 0.016 / cols;
  double capacity = 0.5 * 1.75e6 * 0.0005 * high * wide;
  double rx = wide / (2 * 100 * 0.0005 * high), ry = high / (2 * 100 * 0.0005 * wide), rz = 0.0005 / (100 * high * wide);
  double scale = 0.001 / (3e6 / (0.0005 * 1.75e6)) / capacity;
  double *y = one, *z = two;
  for (int s = 0; s < 360; s++) {
    for (long i = 0; i < rows; i++) {
      const double *up = x + (i > 0 ? i - 1 : i) * cols, *row = x + i * cols, *down = x + (i < rows - 1 ? i + 1 : i) * cols;
      for (long j = 0; j < cols; j++) {
        double t = row[j], left = row[j > 0 ? j - 1 : j], right = row[j < cols - 1 ? j + 1 : j];
        y[i * cols + j] = t + scale * (power[i * cols + j] + (up[j] + down[j] - 2 * t) / ry + (left + right - 2 * t) / rx + (80 - t) / rz);
      }
    }
    x = y;
    double *w = y;
    y = z;
    z = w;
  }
  result = (void *)x;
}
