// The library's own context: what callers hold around the program's context.

#define LAMINA_SUCCESS 0
#define LAMINA_BAD_ARGUMENT 1
#define LAMINA_PROGRAM_ERROR 2
#define LAMINA_OUT_OF_MEMORY 3

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

static void lamina_lock(lamina_library *l) {
  pthread_mutex_lock(&l->lock);
  lamina_driver_enter(l->context);
}

static void lamina_unlock(lamina_library *l) {
  lamina_driver_leave(l->context);
  pthread_mutex_unlock(&l->lock);
}

// lamina_error keeps the text as the error of the context, and returns the code.
static int lamina_error(lamina_library *l, int code, lamina_text *text) {
  free(l->error);
  l->error = text->start;
  if (l->error == NULL) l->error = strdup("out of memory: there is not even room for the message");
  if (l->logging && l->error != NULL) fprintf(l->log, "error %d: %s\n", code, l->error);
  return code;
}

// lamina_faulted keeps the device's fault as the error of the context.
static int lamina_faulted(lamina_library *l) {
  lamina_text text = {.start = lamina_tell_fault(l->context)};
  return lamina_error(l, LAMINA_PROGRAM_ERROR, &text);
}

// lamina_done is the code of what returns true if it failed.
static int lamina_done(lamina_library *l, bool failed) { return failed ? lamina_faulted(l) : LAMINA_SUCCESS; }

static lamina_library *lamina_library_new(const lamina_config *config) {
  lamina_library *l = calloc(1, sizeof *l);
  if (l == NULL) return NULL;
  l->context = lamina_context_of(config);
  if (l->context == NULL || pthread_mutex_init(&l->lock, NULL) != 0) {
    if (l->context != NULL) lamina_context_free(l->context);
    free(l);
    return NULL;
  }
  l->log = stderr;
  l->logging = config->logging || config->debugging;
  l->debugging = config->debugging;
  l->profiling = config->profiling;
  l->error = lamina_tell_fault(l->context);
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

// lamina_tidy makes the context ready for the next call, or for none. Small blocks can go only if
// callers hold none.
static void lamina_tidy(lamina_library *l, bool all) {
  if (l->blocks == 0) lamina_tidy_context(l->context, all);
}

static int lamina_clear_caches(lamina_library *l) {
  lamina_lock(l);
  lamina_tidy(l, true);
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
