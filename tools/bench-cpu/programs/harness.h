// Runs a benchmark: reads its inputs from files, then, for each line on standard
// input, runs it once and prints the elapsed nanoseconds, or the CPU time if the line
// starts with a c. At the end it writes the result.
//
// A program defines run and result. The arguments are the sizes, then the files
// of the input arrays, then the file for the result.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { max_inputs = 4, max_sizes = 4 };

static long size[max_sizes];      // as given
static void *input[max_inputs];   // contents of the files
static void *result;              // allocated by the program
static size_t result_bytes;

static void prepare(void); // sets result and result_bytes, allocates
static void run(void);

static void *read_file(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) { perror(name); exit(1); }
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  void *data = malloc(n + 1);
  if (fread(data, 1, n, f) != (size_t)n) { perror(name); exit(1); }
  fclose(f);
  return data;
}

int main(int argc, char **argv) {
  int sizes = 0, inputs = 0;
  for (int i = 1; i < argc - 1; i++) {
    if (argv[i][0] >= '0' && argv[i][0] <= '9') size[sizes++] = atol(argv[i]);
    else input[inputs++] = read_file(argv[i]);
  }
  prepare();
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    clockid_t clock = line[0] == 'c' ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    struct timespec a, b;
    clock_gettime(clock, &a);
    run();
    clock_gettime(clock, &b);
    printf("%lld\n", (b.tv_sec - a.tv_sec) * 1000000000LL + b.tv_nsec - a.tv_nsec);
    fflush(stdout);
  }
  FILE *f = fopen(argv[argc - 1], "wb");
  if (!f || fwrite(result, 1, result_bytes, f) != result_bytes || fclose(f)) { perror(argv[argc - 1]); return 1; }
}
