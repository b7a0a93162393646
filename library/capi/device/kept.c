// Compiled kernels in files: the cache that a caller may name, and files that callers dump to.
// A cache file begins with the key of what was compiled, by what and for what, and ends with a
// checksum.

static u64 lamina_hash(u64 hash, const void *data, size_t size) {
  const u8 *from = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ from[i]) * 0x100000001b3;
  return hash;
}

static u64 lamina_kernels_key(const lamina_config *config, const char *options, const char *device) {
  u64 hash = 0xcbf29ce484222325;
  for (i32 i = 0; config->program == NULL && i < LAMINA_LINES; i++) hash = lamina_hash(hash, lamina_source[i], strlen(lamina_source[i]));
  if (config->program != NULL) hash = lamina_hash(hash, config->program, strlen(config->program));
  hash = lamina_hash(hash, options, strlen(options) + 1);
  return lamina_hash(hash, device, strlen(device) + 1);
}

// lamina_file is the content of a file and a byte 0; NULL if it cannot be read.
static u8 *lamina_file(const char *name, size_t *size) {
  FILE *f = fopen(name, "rb");
  u8 *out = NULL;
  if (f == NULL) return NULL;
  if (fseek(f, 0, SEEK_END) == 0) {
    long length = ftell(f);
    rewind(f);
    if (length >= 0 && (out = malloc((size_t)length + 1)) != NULL) {
      *size = fread(out, 1, (size_t)length, f);
      out[*size] = 0;
    }
  }
  fclose(f);
  return out;
}

// lamina_kept_kernels is what a file has for the key; the caller frees it.
static u8 *lamina_kept_kernels(const lamina_config *config, u64 key, size_t *size) {
  if (config->load != NULL) return lamina_file(config->load, size);
  if (config->cache_file == NULL) return NULL;
  u8 *data = lamina_file(config->cache_file, size);
  if (data == NULL) return NULL;
  u64 words[2];
  if (*size > sizeof words) {
    memcpy(words, data, sizeof words);
    *size -= sizeof words;
    memmove(data, data + sizeof words, *size + 1);
    if (words[0] == key && words[1] == lamina_hash(key, data, *size)) return data;
  }
  free(data);
  return NULL;
}

// lamina_keep_kernels writes compiled kernels to the files that the configuration names. A cache
// that cannot be written is none.
static bool lamina_keep_kernels(lamina_context *c, const lamina_config *config, u64 key, const u8 *data, size_t size, bool fresh) {
  if (config->dump != NULL) {
    FILE *f = data == NULL ? NULL : fopen(config->dump, "wb");
    bool good = f != NULL && fwrite(data, 1, size, f) == size;
    if (f != NULL && fclose(f) != 0) good = false;
    if (!good) return lamina_faults(c, "%s: the compiled kernels cannot be written there: %s", config->dump, data == NULL ? "the driver does not give them" : strerror(errno));
  }
  if (config->cache_file != NULL && fresh && data != NULL) {
    const u64 words[] = {key, lamina_hash(key, data, size)};
    FILE *f = fopen(config->cache_file, "wb");
    if (f == NULL) return false;
    bool good = fwrite(words, 1, sizeof words, f) == sizeof words && fwrite(data, 1, size, f) == size;
    if (fclose(f) != 0) good = false;
    if (!good) remove(config->cache_file);
  }
  return false;
}
