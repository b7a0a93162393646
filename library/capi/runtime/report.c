// Reports, in JSON.

static void lamina_say_json(lamina_text *out, const char *s) {
  lamina_say(out, "\"");
  for (; *s != 0; s++) {
    if (*s == '"' || *s == '\\' || (unsigned char)*s < ' ') {
      lamina_say(out, "\\u%04x", (unsigned)(unsigned char)*s);
    } else {
      lamina_say_bytes(out, s, 1);
    }
  }
  lamina_say(out, "\"");
}

// lamina_report_text tells the peak of memory and, if the context profiles, the launches of each
// kernel so far and the microseconds that they took. It forgets the latter.
static char *lamina_report_text(lamina_library *l, const char *const *kernels) {
  lamina_text out = {0};
  lamina_lock(l);
  lamina_context *c = l->context;
  lamina_say(&out, "{\"memory\":{\"default space\":%lld},\"events\":[", (long long)atomic_load(&c->peak));
  const char *between = "";
  for (i32 k = 0; k < LAMINA_KERNELS; k++) {
    lamina_timing *t = &c->timing[k];
    if (t->count == 0) continue;
    lamina_say(&out, "%s{\"name\":", between);
    lamina_say_json(&out, kernels[k]);
    lamina_say(&out, ",\"provenance\":\"\",\"duration\":%.3f,\"details\":{\"launches\":%lld}}", (f64)t->nanoseconds / 1000, (long long)t->count);
    between = ",";
  }
  lamina_say(&out, "]}");
  memset(c->timing, 0, sizeof c->timing);
  c->timed = 0;
  lamina_unlock(l);
  return out.start;
}
