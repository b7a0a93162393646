// Values as text: 1i32, 2.5, true, [[1, 2], [3, 4]], empty([0][3]i32), "bytes". The type is known, so
// that numbers need no suffix.

typedef struct {
  lamina_server *s;
  FILE *file;
  const lamina_leaf *leaf;
  i64 shape[LAMINA_MOST_RANK]; // -1 where no row was read yet
  u8 *data;
  size_t length, room;
} lamina_reader;

#define LAMINA_MOST_TOKEN 512 // characters of a number

static bool lamina_bad_text(lamina_reader *r, const char *problem, const char *token) {
  lamina_text type = {0};
  lamina_say_type(&type, r->leaf->element, r->leaf->rank, NULL);
  lamina_fail_command(r->s, "expected a value of type %s, but %s%s", type.start == NULL ? "another kind" : type.start, problem, token);
  free(type.start);
  return false;
}

// lamina_peek skips blanks and comments, and returns the character that follows, which stays.
static int lamina_peek(FILE *f) {
  for (;;) {
    int c = fgetc(f);
    if (c == '-') {
      int next = fgetc(f);
      if (next == '-') {
        while (c != '\n' && c != EOF) c = fgetc(f);
        continue;
      }
      if (next != EOF && ungetc(next, f) == EOF) return EOF;
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    return c == EOF ? EOF : ungetc(c, f);
  }
}

static bool lamina_takes(FILE *f, int want) {
  if (lamina_peek(f) != want) return false;
  (void)fgetc(f);
  return true;
}

// lamina_token reads up to a blank or bracket.
static bool lamina_token(lamina_reader *r, char *to) {
  size_t n = 0;
  if (lamina_peek(r->file) == EOF) return lamina_bad_text(r, "the file ends", "");
  for (int c; (c = fgetc(r->file)) != EOF;) {
    if (strchr(" \t\r\n,[]()", c) != NULL) {
      ungetc(c, r->file);
      break;
    }
    if (c == '_' && n > 0) continue;
    if (n == LAMINA_MOST_TOKEN - 1) return lamina_bad_text(r, "a number is too long", "");
    to[n++] = (char)c;
  }
  to[n] = 0;
  return n > 0 || lamina_bad_text(r, "there is a bracket or comma", "");
}

// lamina_half_of is the bits of the f16 nearest to x, ties to even.
static u32 lamina_half_of(f64 x) {
  u64 bits;
  memcpy(&bits, &x, sizeof bits);
  u32 sign = (u32)(bits >> 48) & 0x8000;
  i32 exponent = (i32)(bits >> 52 & 2047) - 1023;
  if (x != x) return 0x7e00;
  if (exponent > 15) return sign | 0x7c00;
  if (exponent < -25) return sign;
  u64 fraction = (bits & 0xfffffffffffff) | (u64)1 << 52;
  i32 drop = exponent < -14 ? 42 + (-14 - exponent) : 42;
  u64 kept = fraction >> drop, rest = fraction & (((u64)1 << drop) - 1), half = (u64)1 << (drop - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) kept++;
  return sign | (exponent < -14 ? (u32)kept : (u32)kept + ((u32)(exponent + 14) << 10)); // a carry goes to the exponent
}

// lamina_ends tells whether what follows a number is its type, or nothing.
static bool lamina_ends(const char *rest, i32 element) { return *rest == 0 || strcmp(rest, lamina_elements[element].name) == 0; }

static bool lamina_float_of(const char *token, i32 element, u8 *to) {
  const char *name = lamina_elements[element].name, *number = token;
  bool negative = *token == '-';
  if (negative) token++;
  char *end = NULL;
  f64 x = 0;
  if (strncmp(token, name, strlen(name)) == 0 && token[strlen(name)] == '.') {
    token += strlen(name) + 1;
    if (strcmp(token, "nan") != 0 && strcmp(token, "inf") != 0) return false;
    x = token[0] == 'n' ? (f64)NAN : (f64)INFINITY;
    if (negative) x = -x;
  } else {
    if ((*token < '0' || *token > '9') && *token != '.') return false;
    x = element == LAMINA_F32 ? (f64)strtof(number, &end) : strtod(number, &end);
    if (end == number || !lamina_ends(end, element)) return false;
  }
  if (element == LAMINA_F64) {
    memcpy(to, &x, 8);
  } else if (element == LAMINA_F32) {
    f32 single = (f32)x;
    memcpy(to, &single, 4);
  } else {
    u16 half = (u16)lamina_half_of(x);
    memcpy(to, &half, 2);
  }
  return true;
}

static bool lamina_integer_of(const char *token, i32 element, u8 *to) {
  bool negative = *token == '-';
  if (negative) token++;
  int base = 10;
  if (token[0] == '0' && (token[1] == 'x' || token[1] == 'X')) base = 16;
  if (token[0] == '0' && (token[1] == 'b' || token[1] == 'B')) base = 2;
  if (base != 10) token += 2;
  if (*token == '-' || *token == '+' || *token == 0) return false;
  char *end;
  errno = 0;
  u64 n = strtoull(token, &end, base);
  if (end == token || errno != 0 || !lamina_ends(end, element)) return false;
  if (negative) n = 0 - n;
  memcpy(to, &n, (size_t)lamina_elements[element].size);
  return true;
}

// lamina_scalar_of reads a scalar's text.
static bool lamina_scalar_of(lamina_reader *r, const char *token, u8 *to) {
  i32 element = r->leaf->element;
  bool good;
  switch (lamina_elements[element].kind) {
  case 'b':
    good = strcmp(token, "true") == 0 || strcmp(token, "false") == 0;
    to[0] = token[0] == 't';
    break;
  case 'f':
    good = lamina_float_of(token, element, to);
    break;
  default:
    good = lamina_integer_of(token, element, to);
  }
  return good || lamina_bad_text(r, "got ", token);
}

// lamina_room_for_element makes room for another element; NULL if there is none.
static u8 *lamina_room_for_element(lamina_reader *r) {
  size_t size = (size_t)lamina_elements[r->leaf->element].size;
  if (r->length + size > r->room) {
    size_t room = 2 * r->room + 256;
    u8 *data = realloc(r->data, room);
    if (data == NULL) {
      lamina_fail_command(r->s, "out of memory: no room for the elements of an array");
      return NULL;
    }
    r->data = data;
    r->room = room;
  }
  r->length += size;
  return r->data + r->length - size;
}

// lamina_row_has notes a row's size, which all rows of a dimension have.
static bool lamina_row_has(lamina_reader *r, i32 d, i64 n) {
  if (r->shape[d] < 0) r->shape[d] = n;
  return r->shape[d] == n || lamina_bad_text(r, "the rows differ in their sizes", "");
}

// lamina_read_string reads the bytes of a string, of which the first quotation mark was read.
static bool lamina_read_string(lamina_reader *r, i32 d) {
  i64 n = 0;
  for (int c; (c = fgetc(r->file)) != '"'; n++) {
    if (c == '\\') {
      c = fgetc(r->file);
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    if (c == EOF || r->leaf->element != LAMINA_U8 || d != r->leaf->rank - 1) return lamina_bad_text(r, "got a string", "");
    u8 *to = lamina_room_for_element(r);
    if (to == NULL) return false;
    *to = (u8)c;
  }
  return lamina_row_has(r, d, n);
}

// lamina_read_rows reads a row of dimension d, and those within; at the rank, an element.
static bool lamina_read_rows(lamina_reader *r, i32 d) {
  if (d == r->leaf->rank) {
    char token[LAMINA_MOST_TOKEN];
    u8 value[8];
    if (!lamina_token(r, token) || !lamina_scalar_of(r, token, value)) return false;
    u8 *to = lamina_room_for_element(r);
    if (to != NULL) memcpy(to, value, (size_t)lamina_elements[r->leaf->element].size);
    return to != NULL;
  }
  if (lamina_takes(r->file, '"')) return lamina_read_string(r, d);
  if (!lamina_takes(r->file, '[')) return lamina_bad_text(r, "there are too few brackets", "");
  i64 n = 0;
  for (bool more = !lamina_takes(r->file, ']'); more; n++) {
    if (!lamina_read_rows(r, d + 1)) return false;
    more = lamina_takes(r->file, ',');
    if (!more && !lamina_takes(r->file, ']')) return lamina_bad_text(r, "a row does not end in ]", "");
    if (more && lamina_takes(r->file, ']')) more = false; // after the last comma
  }
  return lamina_row_has(r, d, n);
}

// lamina_read_none reads what follows the word empty.
static bool lamina_read_none(lamina_reader *r) {
  const char *wrong = "an empty array is not written as in empty([0][3]i32)";
  char token[LAMINA_MOST_TOKEN];
  bool empty = false;
  if (!lamina_takes(r->file, '(')) return lamina_bad_text(r, wrong, "");
  for (i32 d = 0; d < r->leaf->rank; d++) {
    char *end;
    if (!lamina_takes(r->file, '[') || !lamina_token(r, token)) return r->s->failed ? false : lamina_bad_text(r, wrong, "");
    errno = 0;
    r->shape[d] = strtoll(token, &end, 10);
    empty = empty || r->shape[d] == 0;
    if (*end != 0 || errno != 0 || r->shape[d] < 0 || !lamina_takes(r->file, ']')) return lamina_bad_text(r, wrong, "");
  }
  if (!lamina_token(r, token)) return false;
  bool good = empty && strcmp(token, lamina_elements[r->leaf->element].name) == 0 && lamina_takes(r->file, ')');
  return good || lamina_bad_text(r, wrong, "");
}

// lamina_read_text reads a scalar or array. It returns false at anything else.
static bool lamina_read_text(lamina_server *s, FILE *f, const lamina_leaf *leaf, lamina_part *to) {
  lamina_reader r = {.s = s, .file = f, .leaf = leaf};
  char token[LAMINA_MOST_TOKEN];
  if (leaf->rank == 0) return lamina_token(&r, token) && lamina_scalar_of(&r, token, (u8 *)to);
  for (i32 d = 0; d < leaf->rank; d++) r.shape[d] = -1;
  bool good;
  if (lamina_peek(f) == 'e') {
    good = lamina_token(&r, token) && (strcmp(token, "empty") == 0 || lamina_bad_text(&r, "got ", token)) && lamina_read_none(&r);
  } else {
    good = lamina_read_rows(&r, 0);
  }
  for (i32 d = 0; d < leaf->rank; d++) {
    if (r.shape[d] < 0) r.shape[d] = 0; // within a dimension without rows
  }
  if (good) {
    lamina_lock(s->library);
    to->array = lamina_make(s->library, leaf->element, leaf->rank, r.shape, r.data == NULL ? (const u8 *)"" : r.data);
    lamina_unlock(s->library);
    good = to->array != NULL || lamina_check(s, LAMINA_BAD_ARGUMENT);
  }
  free(r.data);
  return good;
}
