#include "../harness.h"

// size: n; input: n spot prices. European calls by the formula of Black and Scholes.
static void prepare(void) { result = malloc(result_bytes = size[0] * sizeof(double)); }

static double cnd(double d) {
  double k = 1 / (1 + 0.2316419 * fabs(d));
  double p = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  double tail = p * exp(-0.5 * d * d) / sqrt(2 * M_PI);
  return d < 0 ? tail : 1 - tail;
}

static void run(void) {
  const double *spots = input[0];
  double x = 65, t = 0.25, r = 0.08, v = 0.3, *prices = result;
  for (long i = 0; i < size[0]; i++) {
    double s = spots[i];
    double d = (log(s / x) + t * (r + v * v / 2)) / (v * sqrt(t));
    prices[i] = s * cnd(d) - x * exp(-r * t) * cnd(d - v * sqrt(t));
  }
}
