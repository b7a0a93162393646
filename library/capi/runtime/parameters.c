// Tuning parameters: numbers that change how fast a program is, and nothing else. A value is kept
// as one more than it is, so that 0 is none.

static i64 lamina_kept_value(size_t value) { return value < (size_t)INT64_MAX - 1 ? (i64)value + 1 : INT64_MAX; }

// lamina_find_parameter is the number of a parameter; -1 if there is none of that name.
static i32 lamina_find_parameter(const char *name) {
  for (i32 i = 0; name != NULL && i < LAMINA_PARAMETERS; i++) {
    if (strcmp(lamina_parameters[i].name, name) == 0) return i;
  }
  return -1;
}

static bool lamina_has_parameter(int i) { return i >= 0 && i < LAMINA_PARAMETERS; }

// lamina_configure sets a parameter of a configuration. It returns false if there is none of that name.
static bool lamina_configure(lamina_config *config, const char *name, size_t value) {
  i32 i = lamina_find_parameter(name);
  if (i >= 0) config->parameters[i] = lamina_kept_value(value);
  return i >= 0;
}
