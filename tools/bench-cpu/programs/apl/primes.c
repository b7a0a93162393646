#include "../harness.h"

// size: n. How many numbers from 2 to n have one divisor among them.
static void prepare(void) { result = malloc(result_bytes = sizeof(int64_t)); }

static void run(void) {
  int64_t n = size[0], primes = 0;
  for (int64_t a = 2; a <= n; a++) {
    int64_t divisors = 0;
    for (int64_t b = 2; b <= n; b++) divisors += a % b == 0;
    primes += divisors == 1;
  }
  *(int64_t *)result = primes;
}
