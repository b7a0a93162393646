#include "harness.h"

// size: n; input: prices, strikes, years. The result is the calls, then the puts.
static void prepare(void) { result = malloc(result_bytes = 2 * size[0] * sizeof(double)); }

static double cnd(double d) {
  double k = 1 / (1 + 0.2316419 * fabs(d));
  double p = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  double tail = 0.39894228040143267794 * exp(-0.5 * d * d) * p;
  return d > 0 ? 1 - tail : tail;
}

static void run(void) {
  long n = size[0];
  const double *price = input[0], *strike = input[1], *years = input[2];
  double *calls = result, *puts = calls + n;
  const double r = 0.02, v = 0.30;
  for (long i = 0; i < n; i++) {
    double s = price[i], x = strike[i], t = years[i];
    double sqrt_t = sqrt(t);
    double d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * sqrt_t);
    double d2 = d1 - v * sqrt_t;
    double discounted = x * exp(-r * t);
    calls[i] = s * cnd(d1) - discounted * cnd(d2);
    puts[i] = discounted * (1 - cnd(d2)) - s * (1 - cnd(d1));
  }
}
