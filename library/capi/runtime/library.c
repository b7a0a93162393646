// The library's own context: what callers hold around the program's context.

#define LAMINA_SUCCESS 0
#define LAMINA_BAD_ARGUMENT 1
#define LAMINA_PROGRAM_ERROR 2
#define LAMINA_OUT_OF_MEMORY 3

typedef struct {
  bool debugging, profiling, logging;
  i32 threads;     // 0: as many as the machine has
  i64 limit;       // of the bytes in arrays; 0: what the machine has
  char *cache_file; // kept for callers that set it; nothing is compiled at run time
} lamina_config;

// lamina_library is what a caller's context is. Its lock is held during each call.
typedef struct {
  lamina_context *context;
  pthread_mutex_t lock;
  char *error; // of the last call that failed, until the caller takes it
  FILE *log;
  bool logging, debugging, profiling;
  i64 blocks; // that callers hold, by arrays
  i64 peak;   // of the bytes in blocks, since the caches were last cleared
} lamina_library;

static void lamina_lock(lamina_library *l) { pthread_mutex_lock(&l->lock); }
static void lamina_unlock(lamina_library *l) { pthread_mutex_unlock(&l->lock); }

// lamina_error keeps the text as the error of the context, and returns the code.
static int lamina_error(lamina_library *l, int code, lamina_text *text) {
  free(l->error);
  l->error = text->start;
  if (l->error == NULL) l->error = strdup("out of memory: there is not even room for the message");
  if (l->logging && l->error != NULL) fprintf(l->log, "error %d: %s\n", code, l->error);
  return code;
}

static i64 lamina_machine_memory(void) {
  i64 pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 && pages < INT64_MAX / size ? pages * size : (i64)1 << 46;
}

static lamina_library *lamina_library_new(const lamina_config *config, bool parallel) {
  lamina_library *l = calloc(1, sizeof *l);
  if (l == NULL) return NULL;
  i64 threads = !parallel ? 1 : config->threads > 0 ? config->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (threads > 1024) threads = 1024;
  l->context = lamina_context_new((i32)threads, config->limit > 0 ? config->limit : lamina_machine_memory(), config->profiling);
  if (l->context == NULL || pthread_mutex_init(&l->lock, NULL) != 0) {
    if (l->context != NULL) lamina_context_free(l->context);
    free(l);
    return NULL;
  }
  l->log = stderr;
  l->logging = config->logging || config->debugging;
  l->debugging = config->debugging;
  l->profiling = config->profiling;
  return l;
}

static void lamina_library_free(lamina_library *l) {
  if (l == NULL) return;
  lamina_context_free(l->context);
  pthread_mutex_destroy(&l->lock);
  free(l->error);
  free(l);
}

static char *lamina_take_error(lamina_library *l) {
  lamina_lock(l);
  char *error = l->error;
  l->error = NULL;
  lamina_unlock(l);
  return error;
}

#define LAMINA_KEPT_ARENAS 16 // how many arenas of small blocks stay between calls

// lamina_tidy gives small blocks back if there are many, and callers hold none.
static void lamina_tidy(lamina_library *l, i64 kept) {
  i64 arenas = 0;
  for (i32 i = 0; i < l->context->number_of_threads; i++) arenas += l->context->threads[i].number_of_arenas;
  if (l->blocks == 0 && arenas > kept) lamina_trim(l->context);
}

static int lamina_clear_caches(lamina_library *l) {
  lamina_lock(l);
  lamina_tidy(l, 0);
  lamina_clear_cache(l->context);
  atomic_store(&l->context->peak, atomic_load(&l->context->used));
  lamina_unlock(l);
  return LAMINA_SUCCESS;
}

static void lamina_profile(lamina_library *l, bool on) {
  lamina_lock(l);
  l->context->profile = l->profiling && on;
  lamina_unlock(l);
}
