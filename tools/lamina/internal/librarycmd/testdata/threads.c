// Several threads call entry points on contexts of their own and on one that they share.
#include "caller.h"
#include <pthread.h>
#include <stdlib.h>

static struct futhark_context *shared;

static int work(struct futhark_context *c) {
  int wrong = 0;
  for (int i = 0; i < 200; i++) {
    float xs[] = {1, 2, (float)i}, total = 0;
    double root = 0;
    struct futhark_f32_1d *a = futhark_new_f32_1d(c, xs, 3), *b = NULL, *cells = NULL;
    wrong += futhark_entry_scale(c, &b, &total, 2, a) != 0 || total != 6 + 2 * (float)i;
    wrong += futhark_entry_cells(c, &cells, 5000) != 0 || futhark_entry_root(c, &root, -1) == 0;
    free(futhark_context_get_error(c)); // the error of a shared context may be another thread's
    futhark_free_f32_1d(c, a);
    futhark_free_f32_1d(c, b);
    futhark_free_f32_1d(c, cells);
  }
  return wrong;
}

static void *run(void *wrong) {
  struct futhark_context_config *config = futhark_context_config_new();
#ifdef FUTHARK_BACKEND_multicore
  futhark_context_config_set_num_threads(config, 2);
#endif
  struct futhark_context *own = futhark_context_new(config);
  futhark_context_config_free(config);
  *(int *)wrong = work(own) + work(shared);
  futhark_context_free(own);
  return NULL;
}

int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  shared = futhark_context_new(config);
  futhark_context_config_free(config);
  pthread_t threads[4];
  int wrong[4] = {0};
  for (int i = 0; i < 4; i++) {
    if (pthread_create(&threads[i], NULL, run, &wrong[i]) != 0) return 2;
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  futhark_context_free(shared);
  int all = wrong[0] + wrong[1] + wrong[2] + wrong[3];
  if (all == 0) printf("all is well\n");
  return all != 0;
}
