// Text for messages: strings that grow, and scalars as Lamina prints them.

typedef struct {
  char *start; // NULL if there was no memory
  size_t length, room;
} lamina_text;

static LAMINA_UNUSED void lamina_say_bytes(lamina_text *x, const char *from, size_t length) {
  if (x->length + length + 1 > x->room) {
    size_t room = 2 * (x->length + length) + 64;
    char *start = x->room == 0 || x->start != NULL ? realloc(x->start, room) : NULL;
    if (start == NULL) free(x->start);
    x->start = start;
    x->room = room;
  }
  if (x->start == NULL) return;
  memcpy(x->start + x->length, from, length);
  x->length += length;
  x->start[x->length] = 0;
}

static LAMINA_UNUSED __attribute__((format(printf, 2, 3))) void lamina_say(lamina_text *x, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (length >= 0 && (size_t)length < sizeof line) {
    lamina_say_bytes(x, line, (size_t)length);
  } else if (length >= 0) {
    char *all = malloc((size_t)length + 1);
    if (all == NULL) return;
    va_start(arguments, format);
    vsnprintf(all, (size_t)length + 1, format, arguments);
    va_end(arguments);
    lamina_say_bytes(x, all, (size_t)length);
    free(all);
  }
}

// Element types, in the order of lamina_elements.
enum { LAMINA_I8, LAMINA_I16, LAMINA_I32, LAMINA_I64, LAMINA_U8, LAMINA_U16, LAMINA_U32, LAMINA_U64, LAMINA_F16, LAMINA_F32, LAMINA_F64, LAMINA_BOOL };

typedef struct {
  const char *name;
  i64 size;
  char kind; // 'i', 'u', 'f' or 'b'
} lamina_element;

static const lamina_element lamina_elements[] = {
  {"i8", 1, 'i'}, {"i16", 2, 'i'}, {"i32", 4, 'i'}, {"i64", 8, 'i'},
  {"u8", 1, 'u'}, {"u16", 2, 'u'}, {"u32", 4, 'u'}, {"u64", 8, 'u'},
  {"f16", 2, 'f'}, {"f32", 4, 'f'}, {"f64", 8, 'f'}, {"bool", 1, 'b'},
};

// lamina_half is the value of the bits of an f16.
static LAMINA_UNUSED f64 lamina_half(u32 bits) {
  i32 exponent = (i32)(bits >> 10 & 31);
  f64 fraction = (f64)(bits & 1023) / 1024, value;
  if (exponent == 31) {
    value = fraction == 0 ? (f64)INFINITY : (f64)NAN;
  } else {
    value = exponent == 0 ? ldexp(fraction, -14) : ldexp(1 + fraction, exponent - 15);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

// lamina_same_float tells whether text reads back as x in the given element type.
static LAMINA_UNUSED bool lamina_same_float(const char *text, f64 x, i32 element) {
  if (element == LAMINA_F64) return strtod(text, NULL) == x;
  if (element == LAMINA_F32) return (f64)strtof(text, NULL) == x;
  f64 unit = ldexp(1, (fabs(x) < 0x1p-14 ? -14 : ilogb(x)) - 10); // the distance of neighbouring f16s
  return fabs(strtod(text, NULL) - x) < unit / 4;
}

// lamina_say_float prints the fewest digits that read back as x.
static LAMINA_UNUSED void lamina_say_float(lamina_text *out, f64 x, i32 element) {
  char text[400];
  const char *name = lamina_elements[element].name;
  if (isnan(x)) {
    lamina_say(out, "%s.nan", name);
    return;
  }
  if (isinf(x)) {
    lamina_say(out, "%s%s.inf", x < 0 ? "-" : "", name);
    return;
  }
  int digits = 0;
  do snprintf(text, sizeof text, "%.*e", digits, x);
  while (!lamina_same_float(text, x, element) && ++digits < 17);
  if (x != 0 && (fabs(x) < 1e-6 || fabs(x) >= 1e21)) {
    lamina_say(out, "%s", text);
    return;
  }
  int exponent = atoi(strchr(text, 'e') + 1), places = digits - exponent;
  if (places > 0) {
    snprintf(text, sizeof text, "%.*f", places, x);
    lamina_say(out, "%s", text);
    return;
  }
  // The digits after the fewest ones are zeros, which printf would not write.
  f64 shortest = strtod(text, NULL);
  snprintf(text, sizeof text, "%.1f", shortest);
  lamina_say(out, "%s", text);
}

// lamina_say_scalar prints a scalar without its type, as messages show it.
static LAMINA_UNUSED void lamina_say_scalar(lamina_text *out, i32 element, u64 bits) {
  const lamina_element *e = &lamina_elements[element];
  u32 unused = 64 - 8 * (u32)e->size;
  bits = bits << unused >> unused;
  u32 low = (u32)bits;
  f32 single;
  f64 wide;
  switch (element) {
  case LAMINA_BOOL: lamina_say(out, "%s", (bits & 1) != 0 ? "true" : "false"); return;
  case LAMINA_F16: lamina_say_float(out, lamina_half(low), element); return;
  case LAMINA_F32:
    memcpy(&single, &low, sizeof single);
    lamina_say_float(out, (f64)single, element);
    return;
  case LAMINA_F64:
    memcpy(&wide, &bits, sizeof wide);
    lamina_say_float(out, wide, element);
    return;
  }
  if (e->kind == 'u') {
    lamina_say(out, "%llu", (unsigned long long)bits);
  } else {
    lamina_say(out, "%lld", (long long)((i64)(bits << unused) >> unused));
  }
}

// lamina_say_size prints a number of bytes.
static LAMINA_UNUSED void lamina_say_size(lamina_text *out, i64 bytes) {
  const char *prefix = "KMGTPE";
  f64 x = (f64)bytes / 1024;
  if (bytes < 1024) {
    lamina_say(out, "%lld B", (long long)bytes);
    return;
  }
  for (; x >= 1024 && prefix[1] != 0; prefix++) x /= 1024;
  lamina_say(out, "%.1f %ciB", x, *prefix);
}

// lamina_say_type prints an array's type, with sizes where they are known (not negative).
static LAMINA_UNUSED void lamina_say_type(lamina_text *out, i32 element, i32 rank, const i64 *shape) {
  for (i32 d = 0; d < rank; d++) {
    if (shape != NULL && shape[d] >= 0) {
      lamina_say(out, "[%lld]", (long long)shape[d]);
    } else {
      lamina_say(out, "[]");
    }
  }
  lamina_say(out, "%s", lamina_elements[element].name);
}
