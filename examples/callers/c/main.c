// Multiplies two matrices by the library of examples/matmul.fut:
//
//	lamina library --target c -o lib examples/matmul.fut
//	cc -std=c11 -O2 -ffp-contract=off -Ilib examples/callers/c/main.c lib/matmul.c -lm -pthread -o main
#include "matmul.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *context = futhark_context_new(config);
  futhark_context_config_free(config);
  if (context == NULL) return 1;

  const float xs[] = {1, 2, 3, 4}, ys[] = {5, 6, 7, 8};
  struct futhark_f32_2d *a = futhark_new_f32_2d(context, xs, 2, 2), *b = futhark_new_f32_2d(context, ys, 2, 2), *product = NULL;
  int code = futhark_entry_main(context, &product, a, b);
  if (code == FUTHARK_SUCCESS) {
    float zs[4];
    futhark_values_f32_2d(context, product, zs);
    printf("%g %g\n%g %g\n", zs[0], zs[1], zs[2], zs[3]);
    futhark_free_f32_2d(context, product);
  } else {
    char *error = futhark_context_get_error(context);
    fprintf(stderr, "%s\n", error);
    free(error);
  }
  futhark_free_f32_2d(context, a);
  futhark_free_f32_2d(context, b);
  futhark_context_free(context);
  return code;
}
