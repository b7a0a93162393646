#include "../harness.h"

// size: n. The sum of 100 times the month and the day of Easter Sunday, of the years from 1 to n.
static void prepare(void) { result = malloc(result_bytes = sizeof(int64_t)); }

static void run(void) {
  int64_t n = size[0], sum = 0;
  for (int64_t year = 1; year <= n; year++) {
    int64_t a = year % 19, b = year / 100, c = year % 100;
    int64_t d = b / 4, e = b % 4, f = (b + 8) / 25, g = (b - f + 1) / 3;
    int64_t h = (19 * a + b - d - g + 15) % 30, i = c / 4, k = c % 4;
    int64_t l = (32 + 2 * e + 2 * i - h - k) % 7;
    int64_t m = (a + 11 * h + 22 * l) / 451;
    int64_t code = h + l - 7 * m + 114;
    sum += 100 * (code / 31) + code % 31 + 1;
  }
  *(int64_t *)result = sum;
}
