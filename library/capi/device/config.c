// Configurations.

// lamina_join adds a word to others.
static LAMINA_UNUSED char *lamina_join(char *words, char between, const char *word) {
  size_t length = words == NULL ? 0 : strlen(words);
  char *out = realloc(words, length + strlen(word) + 2);
  if (out == NULL) return words;
  if (length > 0) out[length++] = between;
  strcpy(out + length, word);
  return out;
}

// lamina_set replaces a text of a configuration.
static void lamina_set(char **to, const char *text) {
  free(*to);
  *to = text == NULL ? NULL : strdup(text);
}

static void lamina_free_config(lamina_config *c) {
  char *texts[] = {c->cache_file, c->device, c->platform, c->program, c->dump, c->load, c->options};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
  free(c);
}

// lamina_whole_source is the kernels as one text, which the caller frees; NULL if there is no memory.
static char *lamina_whole_source(void) {
  size_t length = 1;
  for (i32 i = 0; i < LAMINA_LINES; i++) length += strlen(lamina_source[i]);
  char *out = malloc(length), *at = out;
  for (i32 i = 0; i < LAMINA_LINES && out != NULL; i++) {
    size_t n = strlen(lamina_source[i]);
    memcpy(at, lamina_source[i], n);
    at += n;
  }
  if (out != NULL) *at = 0;
  return out;
}
