// The program as a server: it takes commands from standard input, a line each, and answers on
// standard output. An answer is lines of text and then the line %%% OK. Before that, the line
// %%% FAILURE begins a message.

// lamina_variable is a value with a name.
typedef struct lamina_variable {
  char *name;
  const lamina_type *type;
  lamina_part value; // a scalar, an array, or an object
  struct lamina_variable *next;
} lamina_variable;

typedef struct {
  lamina_library *library;
  lamina_variable *variables;
  bool failed; // the command at hand; there was a message
} lamina_server;

// lamina_parse_parameter reads the value of a tuning parameter.
static bool lamina_parse_parameter(const char *text, size_t *value) {
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || n > SIZE_MAX) return false;
  *value = (size_t)n;
  return true;
}

static void lamina_answer_failure(lamina_server *s) {
  if (!s->failed) puts("%%% FAILURE");
  s->failed = true;
}

static __attribute__((format(printf, 2, 3))) void lamina_fail_command(lamina_server *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  lamina_answer_failure(s);
  vprintf(format, arguments);
  putchar('\n');
  va_end(arguments);
}

// lamina_check tells whether a function of the library succeeded, and else answers with its error.
static bool lamina_check(lamina_server *s, int code) {
  if (code == LAMINA_SUCCESS) return true;
  char *error = lamina_take_error(s->library);
  lamina_fail_command(s, "%s", error == NULL ? "the library gave no reason" : error);
  free(error);
  return false;
}

static lamina_variable *lamina_find(lamina_server *s, const char *name) {
  lamina_variable *v = s->variables;
  while (v != NULL && strcmp(v->name, name) != 0) v = v->next;
  return v;
}

static lamina_variable *lamina_variable_named(lamina_server *s, const char *name) {
  lamina_variable *v = lamina_find(s, name);
  if (v == NULL) lamina_fail_command(s, "Unknown variable: %s", name);
  return v;
}

static const lamina_type *lamina_type_named(lamina_server *s, const char *name) {
  for (i32 i = 0; i < LAMINA_TYPES; i++) {
    if (strcmp(lamina_types[i].name, name) == 0) return &lamina_types[i];
  }
  lamina_fail_command(s, "Unknown type: %s", name);
  return NULL;
}

static const lamina_signature *lamina_entry_named(lamina_server *s, const char *name) {
  for (i32 i = 0; i < LAMINA_SIGNATURES; i++) {
    if (strcmp(lamina_signatures[i].name, name) == 0) return &lamina_signatures[i];
  }
  lamina_fail_command(s, "Unknown entry point: %s", name);
  return NULL;
}

static bool lamina_is_scalar(const lamina_type *t) { return !t->opaque && t->leaves[0].rank == 0; }

// lamina_new_variable adds a variable; NULL if there is one of that name.
static lamina_variable *lamina_new_variable(lamina_server *s, const char *name, const lamina_type *type) {
  if (lamina_find(s, name) != NULL) {
    lamina_fail_command(s, "Variable already exists: %s", name);
    return NULL;
  }
  lamina_variable *v = calloc(1, sizeof *v);
  if (v != NULL) v->name = strdup(name);
  if (v == NULL || v->name == NULL) {
    free(v);
    lamina_fail_command(s, "out of memory: no room for the variable %s", name);
    return NULL;
  }
  v->type = type;
  v->next = s->variables;
  s->variables = v;
  return v;
}

static void lamina_free_value(lamina_server *s, lamina_variable *v) {
  if (v->type->opaque) {
    (void)lamina_object_free(s->library, v->value.object);
  } else if (!lamina_is_scalar(v->type)) {
    (void)lamina_array_free(s->library, v->value.array);
  }
}

static void lamina_delete(lamina_server *s, lamina_variable *v) {
  lamina_variable **at = &s->variables;
  while (*at != v) at = &(*at)->next;
  *at = v->next;
  lamina_free_value(s, v);
  free(v->name);
  free(v);
}

// lamina_place is the variable's value as functions of the library take it.
static const void *lamina_place(const lamina_variable *v) {
  if (v->type->opaque) return v->value.object;
  return lamina_is_scalar(v->type) ? (const void *)&v->value : v->value.array;
}

// lamina_typed finds a variable of a type.
static lamina_variable *lamina_typed(lamina_server *s, const char *name, const lamina_type *t) {
  lamina_variable *v = lamina_variable_named(s, name);
  if (v == NULL || v->type == t) return v;
  lamina_fail_command(s, "Variable %s has type %s, not %s", name, v->type->name, t->name);
  return NULL;
}
