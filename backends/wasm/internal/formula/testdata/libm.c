// Times the functions of the C library: the minimum of several runs over 1024
// operands, in ns per value, at f64 and f32. Usage: libm FUNCTION LOW HIGH
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 1024
#define ROUNDS 300

double xs[N], ys[N], zs[N]; // not static, so that stores count
float xf[N], yf[N], zf[N];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static double least(double a, double b) { return a < b ? a : b; }

#define TIME(name, wide, narrow)                                       \
  if (strcmp(argv[1], name) == 0) {                                    \
    double best = 1e30, bestf = 1e30;                                  \
    for (int r = 0; r < ROUNDS; r++) {                                 \
      double t = now();                                                \
      for (int i = 0; i < N; i++) { double x = xs[i], y = ys[i]; (void)y; zs[i] = wide; } \
      __asm__ volatile("" ::: "memory");                               \
      best = least(best, now() - t);                                   \
      t = now();                                                       \
      for (int i = 0; i < N; i++) { float x = xf[i], y = yf[i]; (void)y; zf[i] = narrow; } \
      __asm__ volatile("" ::: "memory");                               \
      bestf = least(bestf, now() - t);                                 \
    }                                                                  \
    printf("%.3f %.3f\n", best / N, bestf / N);                        \
    return 0;                                                          \
  }
#define UNARY(fn) TIME(#fn, fn(x), fn##f(x))
#define BINARY(fn) TIME(#fn, fn(x, y), fn##f(x, y))

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  double low = atof(argv[2]), high = atof(argv[3]);
  for (int i = 0; i < N; i++) {
    xs[i] = xf[i] = low + (high - low) * drand48();
    ys[i] = yf[i] = low + (high - low) * drand48();
  }
  UNARY(exp) UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p)
  UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan)
  UNARY(sinh) UNARY(cosh) UNARY(tanh) UNARY(asinh) UNARY(acosh) UNARY(atanh)
  UNARY(erf) UNARY(erfc) UNARY(cbrt) UNARY(lgamma)
  TIME("gamma", tgamma(x), tgammaf(x))
  BINARY(pow) BINARY(atan2) BINARY(hypot)
  return 3;
}
