// The server's options, and its main function.

// lamina_option_of is an option; value is what its value is called in help, if it takes one.
typedef struct {
  const char *brief, *name, *value, *help;
  bool (*set)(lamina_config *config, const char *value); // false: the value does not fit
} lamina_option_of;

static bool lamina_set_debugging(lamina_config *c, const char *value) { return c->debugging = true; }
static bool lamina_set_logging(lamina_config *c, const char *value) { return c->logging = true; }
static bool lamina_set_profiling(lamina_config *c, const char *value) { return c->profiling = true; }

static bool lamina_set_cache_file(lamina_config *c, const char *value) {
  lamina_set(&c->cache_file, value);
  return true;
}

static bool lamina_set_threads(lamina_config *c, const char *value) {
  char *end;
  errno = 0;
  long n = strtol(value, &end, 10);
  if (end == value || *end != 0 || errno != 0 || n < 1 || n > 1024) return false;
  c->threads = (i32)n;
  return true;
}

// lamina_assign sets a parameter by a text NAME=VALUE. It returns -1 if that is not its form, and 0 if
// there is no parameter of that name.
static int lamina_assign(lamina_config *c, const char *text, size_t length) {
  char line[1024];
  size_t value;
  if (length >= sizeof line) return -1;
  memcpy(line, text, length);
  line[length] = 0;
  char *between = strchr(line, '=');
  if (between == NULL || !lamina_parse_parameter(between + 1, &value)) return -1;
  *between = 0;
  return lamina_configure(c, line, value) ? 1 : 0;
}

static bool lamina_set_parameter(lamina_config *c, const char *value) { return lamina_assign(c, value, strlen(value)) == 1; }

// A line that sets nothing ends the program, as in Futhark's servers.
static bool lamina_set_parameters(lamina_config *c, const char *value) {
  FILE *f = fopen(value, "r");
  if (f == NULL) return false;
  char *line = NULL;
  size_t room = 0;
  int number = 0;
  for (ssize_t n; (n = getline(&line, &room, f)) >= 0;) {
    number++;
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r' || line[n - 1] == ' ')) n--;
    int set = n == 0 ? 1 : lamina_assign(c, line, (size_t)n);
    if (set == 1) continue;
    fprintf(stderr, "%s:%d: %s: %.*s\n", value, number, set == 0 ? "there is no such tuning parameter (--print-params lists them)" : "write NAME=VALUE", (int)n, line);
    exit(1);
  }
  bool fits = !ferror(f);
  free(line);
  fclose(f);
  return fits;
}

#if LAMINA_ON_DEVICE
static bool lamina_set_device(lamina_config *c, const char *value) {
  lamina_set(&c->device, value);
  return true;
}

static bool lamina_set_platform(lamina_config *c, const char *value) {
  lamina_set(&c->platform, value);
  return true;
}
#endif

static const lamina_option_of lamina_options[] = {
  {"-D", "--debugging", NULL, "log calls", lamina_set_debugging},
  {"-L", "--log", NULL, "log calls, with codes and times", lamina_set_logging},
  {"-P", "--profile", NULL, "measure kernels, for the command report", lamina_set_profiling},
  {"-h", "--help", NULL, "print this and end", NULL},
  {"", "--print-params", NULL, "print the tuning parameters, with their classes, and end", NULL},
  {"", "--param", "NAME=VALUE", "set a tuning parameter", lamina_set_parameter},
  {"", "--tuning", "FILE", "set the tuning parameters of a file, whose lines are NAME=VALUE", lamina_set_parameters},
  {"", "--cache-file", "FILE", "keep compiled kernels in a file", lamina_set_cache_file},
#if LAMINA_ON_DEVICE
  {"-d", "--device", "NAME", "the device: a part of its name", lamina_set_device},
  {"-p", "--platform", "NAME", "the platform of the device, in OpenCL: a part of its name", lamina_set_platform},
#else
  {"", "--num-threads", "N", "how many threads run a call, 1 to 1024", lamina_set_threads},
#endif
};

#define LAMINA_NUMBER_OF_OPTIONS (sizeof lamina_options / sizeof *lamina_options)

static void lamina_help(FILE *to, const char *program) {
  fprintf(to, "Usage: %s [OPTION]...\nTakes commands from standard input, by the protocol of Futhark's servers.\n\nOptions:\n", program);
  for (size_t i = 0; i < LAMINA_NUMBER_OF_OPTIONS; i++) {
    const lamina_option_of *o = &lamina_options[i];
    fprintf(to, "  %-2s %s %s\n      %s\n", o->brief, o->name, o->value == NULL ? "" : o->value, o->help);
  }
}

static void lamina_print_parameters(void) {
  for (i32 i = 0; i < LAMINA_PARAMETERS; i++) printf("%s (%s)\n", lamina_parameters[i].name, lamina_parameters[i].class);
}

// lamina_find_option finds the option that a word gives, and its value if that follows =.
static const lamina_option_of *lamina_find_option(const char *word, const char **value) {
  for (size_t i = 0; i < LAMINA_NUMBER_OF_OPTIONS; i++) {
    const lamina_option_of *o = &lamina_options[i];
    size_t length = strlen(o->name);
    *value = NULL;
    if (strcmp(word, o->name) == 0 || (o->brief[0] != 0 && strcmp(word, o->brief) == 0)) return o;
    *value = word + length + 1;
    if (o->value != NULL && strncmp(word, o->name, length) == 0 && word[length] == '=') return o;
  }
  return NULL;
}

// lamina_take_options applies the options. It returns the exit code if the program then ends, or -1.
static int lamina_take_options(lamina_config *config, int count, char **words) {
  for (int i = 1; i < count; i++) {
    const char *value;
    const lamina_option_of *o = lamina_find_option(words[i], &value);
    if (o == NULL) {
      fprintf(stderr, "%s: unknown option %s\n", words[0], words[i]);
      lamina_help(stderr, words[0]);
      return 1;
    }
    if (o->set == NULL) {
      if (strcmp(o->name, "--help") == 0) lamina_help(stdout, words[0]);
      if (strcmp(o->name, "--print-params") == 0) lamina_print_parameters();
      return 0;
    }
    if (o->value != NULL && value == NULL) value = ++i < count ? words[i] : NULL;
    if (o->value != NULL && value == NULL) {
      fprintf(stderr, "%s: the option %s takes a value: %s\n", words[0], o->name, o->value);
      return 1;
    }
    if (!o->set(config, value)) {
      fprintf(stderr, "%s: %s does not fit the option %s: %s\n", words[0], value, o->name, o->help);
      return 1;
    }
  }
  return -1;
}

int main(int count, char **words) {
  lamina_config *config = calloc(1, sizeof *config); // freed as a library's is
  lamina_server s = {0};
  int code = config == NULL ? 1 : lamina_take_options(config, count, words);
  if (code < 0) s.library = lamina_library_new(config);
  if (config != NULL) lamina_free_config(config);
  if (code >= 0) return code;
  if (s.library == NULL) {
    fprintf(stderr, "%s: no memory for a context\n", words[0]);
    return 1;
  }
  char *error = lamina_take_error(s.library);
  if (error != NULL) {
    fprintf(stderr, "%s: %s\n", words[0], error);
    free(error);
    lamina_library_free(s.library);
    return 1;
  }
  puts("%%% OK");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) >= 0) lamina_serve(&s, line);
  free(line);
  while (s.variables != NULL) lamina_delete(&s, s.variables);
  lamina_library_free(s.library);
  return 0;
}
