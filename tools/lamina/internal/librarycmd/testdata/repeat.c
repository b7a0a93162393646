#include "repeat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  struct futhark_context_config *c = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(c);
  char *e = futhark_context_get_error(ctx);
  if (e) { puts(e); return 1; }
  for (int k = 0; k < 3; k++) {
    int32_t xs[] = {0, 2, 1, 0};
    if (k == 2) xs[1] = xs[2] = 3;
    int32_t out[2];
    struct futhark_i32_2d *a = futhark_new_i32_2d(ctx, xs, 2, 2);
    struct futhark_i32_1d *r = NULL;
    int rc = futhark_entry_main(ctx, &r, a);
    e = futhark_context_get_error(ctx);
    printf("%d %s\n", rc, e ? e : "");
    free(e);
    if (rc == 0) { futhark_values_i32_1d(ctx, r, out); futhark_context_sync(ctx); printf("%d %d\n", out[0], out[1]); futhark_free_i32_1d(ctx, r); }
    futhark_free_i32_2d(ctx, a);
  }
  futhark_context_free(ctx);
  futhark_context_config_free(c);
}
