// The run time: what a program that lamina compiled needs of its host. Package host of Lamina is
// the same in Go, with threads.

/** A failure of the program: an assertion, an index out of bounds, arguments that do not fit, memory
 * that is exhausted. The program can be called again. */
export class Failure extends Error {
  /** Positions in the program's source, innermost first. */
  trace;

  constructor(message, trace = []) {
    super(message + (trace.length ? "\n\nBacktrace:" + trace.map((at, i) => `\n${i ? "  " : "->"} #${i}  ${at}`).join("") : ""));
    this.name = "Failure";
    this.trace = trace;
  }
}

/** The typed arrays that hold elements of each type: bools as 0 and 1, f16s as their bits. */
const arrays = {
  i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array,
  u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, u64: BigUint64Array,
  f16: Uint16Array, f32: Float32Array, f64: Float64Array, bool: Uint8Array,
};

const maxMemory = layout.MaxPages * layout.PageSize;
const granule = 16; // the alignment of blocks
const align = (n) => Math.ceil(n / granule) * granule;

/** Heap manages memory after the static data: large blocks, and arenas from which compiled code
 * allocates small blocks. */
class Heap {
  constructor(memory, base) {
    this.memory = memory;
    this.base = base;
    this.reset();
  }

  /** view is the memory, which is another buffer each time that it has grown. */
  get view() {
    if (this.cached?.buffer !== this.memory.buffer) this.cached = new DataView(this.memory.buffer);
    return this.cached;
  }

  reset() {
    this.top = this.base; // end of the allocated part
    this.holes = []; // free spans below top: sorted, not adjacent
    this.used = 0;
  }

  /** take allocates a span from the best-fitting hole or at the top. It returns its start, or
   * undefined if memory is full. */
  take(bytes) {
    const size = align(bytes);
    let best = -1;
    this.holes.forEach((hole, i) => {
      if (hole.size >= size && (best < 0 || hole.size < this.holes[best].size)) best = i;
    });
    let start = this.top;
    if (best >= 0) {
      const hole = this.holes[best];
      start = hole.start;
      hole.start += size;
      hole.size -= size;
      if (hole.size === 0) this.holes.splice(best, 1);
    } else {
      if (!this.reach(this.top + size)) return undefined;
      this.top += size;
    }
    this.used += size;
    return start;
  }

  /** give frees a span and merges it with adjacent holes. */
  give(start, bytes) {
    const size = align(bytes);
    this.used -= size;
    let i = this.holes.findIndex((hole) => hole.start > start);
    if (i < 0) i = this.holes.length;
    this.holes.splice(i, 0, { start, size });
    for (const at of [i, i - 1]) {
      const [a, b] = [this.holes[at], this.holes[at + 1]];
      if (a && b && a.start + a.size === b.start) {
        a.size += b.size;
        this.holes.splice(at + 1, 1);
      }
    }
    const last = this.holes.at(-1);
    if (last && last.start + last.size === this.top) {
      this.top = last.start;
      this.holes.pop();
    }
  }

  /** reach makes addresses below end accessible, and reports whether it could. */
  reach(end) {
    const now = this.memory.buffer.byteLength;
    if (end <= now) return true;
    if (end > maxMemory) return false;
    const want = Math.min(Math.max(end, now + (1 << 20), Math.ceil(now * 1.125)), maxMemory);
    try {
      this.memory.grow(Math.ceil((want - now) / layout.PageSize));
      return true;
    } catch {
      return false;
    }
  }

  /** block allocates a large block. */
  block(bytes) {
    const start = this.take(bytes + layout.HeaderSize);
    if (start === undefined) return undefined;
    const at = start + layout.HeaderSize;
    this.view.setUint32(at + layout.HeaderCount, 1, true);
    this.view.setUint32(at + layout.HeaderClass, 0, true);
    this.view.setBigUint64(at + layout.HeaderBytes, BigInt(bytes), true);
    return at;
  }

  size(block) {
    return Number(this.view.getBigUint64(block + layout.HeaderBytes, true));
  }

  free(block) {
    this.give(block - layout.HeaderSize, this.size(block) + layout.HeaderSize);
  }
}

const key = (name) => `${name.Base}_${name.ID}`;
const isSize = (dim) => dim.Var.Base === "";
const position = (at) => `${at.File}:${at.Line}:${at.Col}`;

/** Instance is a program that is ready to run, on one thread. */
class Instance {
  static async load(module) {
    const [section] = WebAssembly.Module.customSections(module, layout.Section);
    if (!section) throw new Error("the WebAssembly module was not made by lamina");
    const image = JSON.parse(new TextDecoder().decode(section));
    if (image.Version !== layout.Version) {
      throw new Error(`the WebAssembly has version ${image.Version}, and its JavaScript ${layout.Version}: they must be written by one lamina`);
    }
    const x = new Instance();
    x.image = image;
    x.entries = new Map((image.Entries ?? []).map((e) => [e.Name, e]));
    const host = {
      alloc: (thread, bytes, site, path) => x.alloc(bytes, site, path),
      refill: (thread, bytes, site, path) => x.refill(bytes, site, path),
      free: (block) => x.heap.free(block >>> 0),
      fail: (thread, path, site) => x.fail(path >>> 0, site),
      poll: () => x.heap.view.setInt32(x.record + layout.ThreadPoll, maxShare, true),
      parallel: (thread, path, kernel, total) => x.exports[image.Kernels[kernel].Func](thread, path, 0n, total),
      fma,
    };
    x.exports = (await WebAssembly.instantiate(module, { [layout.HostModule]: host })).exports;
    x.record = Math.ceil(image.DataEnd / layout.ThreadSize) * layout.ThreadSize;
    x.heap = new Heap(x.exports[layout.MemoryExport], x.record + layout.ThreadSize);
    if (!x.heap.reach(x.heap.base)) throw new Error("there is no memory for the program");
    return x;
  }

  alloc(bytes, site, path) {
    const block = 0n <= bytes && bytes < BigInt(maxMemory) ? this.heap.block(Number(bytes)) : undefined;
    if (block === undefined) this.allocationFails(bytes, site, path);
    return block;
  }

  refill(bytes, site, path) {
    const start = this.heap.take(layout.ArenaSize);
    if (start === undefined) this.allocationFails(bytes, site, path);
    this.heap.view.setUint32(this.record + layout.ThreadBump, start, true);
    this.heap.view.setUint32(this.record + layout.ThreadLimit, start + layout.ArenaSize, true);
  }

  allocationFails(bytes, number, path) {
    const site = this.image.Sites[number];
    throw new Failure(this.outOfMemory(bytes, site.What), this.trace(site, path >>> 0));
  }

  outOfMemory(bytes, what = "an intermediate array") {
    if (bytes < 0n) return `the size of ${what} is negative: ${bytes} bytes`;
    if (bytes === 0x7fffffffffffffffn) return `the size of ${what} in bytes is more than an i64 can hold`;
    return `out of memory: ${what} needs ${sizeText(bytes)} (${bytes} bytes); ${sizeText(this.heap.used)} of at most ${sizeText(maxMemory)} are in use: memory is full. Use smaller inputs`;
  }

  fail(path, number) {
    const site = this.image.Sites[number];
    let arg = this.record + layout.ThreadArgs;
    let message = "";
    for (const part of site.Message ?? []) {
      message += part.Text ?? "";
      if (part.Arg) {
        message += text(part.Arg, read(this.heap.view, part.Arg, arg));
        arg += 8;
      }
    }
    throw new Failure(message, this.trace(site, path));
  }

  /** trace returns the positions of a site and of the calls on a path to it. */
  trace(site, path) {
    const out = (site.Trace ?? []).map(position);
    for (let fun = site.Fun; ; ) {
      const call = (this.image.Paths?.[fun] ?? []).findLast((c) => c.Offset <= path);
      if (!call) return out;
      out.push(position(call.Pos));
      path -= call.Offset;
      fun = call.Fun;
    }
  }

  /** call calls an entry point, whose arguments and results have the given shapes. */
  call(name, args, shapes) {
    const entry = this.entries.get(name);
    const params = entry.Params ?? [];
    const parts = [];
    (shapes.Params ?? []).forEach((s, i) => {
      const p = s?.Count === 0 ? {} : params[parts.length]; // its first part, which has its name
      parts.push(...apart(s, args[i], `argument ${label(p, i)}`));
    });
    const values = params.map((p, i) => (parts[i] === unused ? unused : given(p, i, parts[i])));
    const sizes = sizesOf(params, values);
    params.forEach((p, i) => {
      if (values[i] === unused) values[i] = zeros(p, sizes);
    });
    this.heap.reset();
    new Uint8Array(this.heap.memory.buffer, this.record, layout.ThreadSize).fill(0);
    this.heap.view.setBigInt64(this.record + layout.ThreadCount, 1n, true);
    this.heap.view.setInt32(this.record + layout.ThreadPoll, maxShare, true);
    const held = new Map(); // what the function's variables hold
    const stack = (entry.Vars ?? []).map((v) => {
      const i = params.findIndex((p) => key(p.Var) === key(v.Name));
      const x = i < 0 ? BigInt(sizes.get(key(v.Name))) : v.Block ? this.copyIn(params[i], i, values[i]) : values[i].data;
      held.set(key(v.Name), x);
      return x;
    });
    let returned;
    try {
      returned = this.exports[name](this.record, 0, ...stack);
    } catch (e) {
      if (e instanceof Failure) throw e;
      throw new Error(`entry point ${name}: the compiled code is at fault: ${e.message}`, { cause: e });
    }
    const outs = entry.Outs ?? [];
    outs.forEach((v, i) => held.set(key(v.Name), outs.length === 1 ? returned : returned[i]));
    const made = (entry.Results ?? []).map((r) => this.result(r, held));
    let at = 0;
    const out = (shapes.Results ?? []).map((s) => {
      const from = at;
      at += s ? s.Count : 1;
      return together(s, made.slice(from, at));
    });
    return out.length === 1 ? out[0] : out;
  }

  copyIn(p, i, value) {
    const bytes = value.data.byteLength;
    const block = this.heap.block(bytes);
    if (block === undefined) throw new Failure(this.outOfMemory(BigInt(bytes), "argument " + label(p, i)));
    const to = new Uint8Array(this.heap.memory.buffer, block, bytes);
    if (p.Elem === "bool") value.data.forEach((x, k) => (to[k] = x ? 1 : 0));
    else to.set(new Uint8Array(value.data.buffer, value.data.byteOffset, bytes));
    return block;
  }

  result(r, held) {
    const x = held.get(key(r.Var));
    if (!r.Dims) return decode(r.Elem, x);
    const shape = r.Dims.map((d) => (isSize(d) ? d.Size : Number(held.get(key(d.Var)))));
    const Elements = arrays[r.Elem];
    const bytes = shape.reduce((a, b) => a * b, Elements.BYTES_PER_ELEMENT);
    const block = x >>> 0;
    if (bytes > 0 && (block === 0 || this.heap.size(block) < bytes)) {
      throw new Error(`a result of type ${typeText(r)} is in too small a block: the compiled code is at fault`);
    }
    const data = new Elements(this.heap.memory.buffer.slice(block, block + bytes));
    return shape.length === 1 ? data : { data, shape };
  }
}

/** maxShare is how much work a thread does before it calls poll, which has nothing to do here. */
const maxShare = 0x7fffffff;

const plural = (n, noun) => (n === 1 ? `1 ${noun}` : `${n} ${noun}s`);
const label = (p, i) => p.Name || `#${i + 1}`;

/** typeText spells a type, with sizes in the place of variables that are known. */
function typeText(p, sizes = new Map()) {
  return (p.Dims ?? []).map((d) => `[${isSize(d) ? d.Size : sizes.get(key(d.Var)) ?? d.Var.Base}]`).join("") + p.Elem;
}

/** given returns an argument as the data and the shape of a value: a scalar's data is what compiled
 * code takes. */
function given(p, i, x) {
  const wrong = (got) => new Failure(`argument ${label(p, i)}: expected a value of type ${typeText(p)}, but got ${got}`);
  if (!p.Dims) return { data: encode(p.Elem, x, wrong), shape: [] };
  const nd = ArrayBuffer.isView(x) ? { data: x, shape: [x.length] } : x;
  if (!(nd?.data instanceof arrays[p.Elem]) || !Array.isArray(nd.shape)) throw wrong(`${describe(nd?.data ?? x)}; give a ${arrays[p.Elem].name}${p.Dims.length > 1 ? ", as {data, shape}" : ""}`);
  if (nd.shape.length !== p.Dims.length || !nd.shape.every((n) => Number.isSafeInteger(n) && n >= 0)) throw wrong(`an array of shape [${nd.shape}]`);
  const count = nd.shape.reduce((a, b) => a * b, 1);
  if (count !== nd.data.length) throw wrong(`${nd.data.length} elements for the shape [${nd.shape}]`);
  return { data: nd.data, shape: nd.shape };
}

/** unused stands for a part that a constructor has not got. */
const unused = Symbol("unused");

/** zeros is a value in the place of an unused part, of the sizes that other arguments determine. */
function zeros(p, sizes) {
  if (!p.Dims) return { data: encode(p.Elem, p.Elem === "bool" ? false : 0), shape: [] };
  const shape = p.Dims.map((d) => {
    if (isSize(d)) return d.Size;
    if (!sizes.has(key(d.Var))) sizes.set(key(d.Var), 0);
    return sizes.get(key(d.Var));
  });
  return { data: new arrays[p.Elem](shape.reduce((a, b) => a * b, 1)), shape };
}

/** apart returns the parts of a value: of a scalar or array, which has no shape, itself. */
function apart(s, x, where) {
  if (!s) return [x];
  const out = new Array(s.Count).fill(unused);
  const put = (members, value) => members?.forEach((m, i) => {
    apart(m.Shape, value(m.Name, i), `${where}, ${m.Name}`).forEach((part, k) => (out[m.Slots[k]] = part));
  });
  const wrong = (want) => new Failure(`${where}: expected ${want}, but got ${describe(x)}`);
  if (s.Variants) {
    const tag = s.Variants.findIndex((v) => v.Name === x?.tag);
    const want = s.Variants.map((v) => `{tag: "${v.Name}", values: [${plural(v.Members?.length ?? 0, "value")}]}`).join(" or ");
    if (tag < 0 || !Array.isArray(x.values) || x.values.length !== (s.Variants[tag].Members?.length ?? 0)) throw wrong(want);
    out[0] = tag;
    put(s.Variants[tag].Members, (name, i) => x.values[i]);
  } else if (s.Parts) {
    if (!Array.isArray(x?.parts) || x.parts.length !== s.Count - 1) throw wrong(`{tags, parts: [${plural(s.Count - 1, "array")}]}`);
    return [x.tags, ...x.parts];
  } else if (s.Tuple) {
    if (!Array.isArray(x) || x.length !== (s.Fields?.length ?? 0)) throw wrong(`an array of ${plural(s.Fields?.length ?? 0, "value")}`);
    put(s.Fields, (name, i) => x[i]);
  } else if (s.Fields) {
    const missing = s.Fields.find((m) => !Object.hasOwn(Object(x), m.Name));
    if (missing) throw wrong(`an object with the field ${missing.Name}`);
    put(s.Fields, (name) => x[name]);
  } else if (x !== undefined && !(Array.isArray(x) && x.length === 0)) { // the type ()
    throw wrong("an array of 0 values");
  }
  return out;
}

/** together is the inverse of apart. */
function together(s, parts) {
  if (!s) return parts[0];
  const get = (m) => together(m.Shape, m.Slots.map((k) => parts[k]));
  if (s.Variants) {
    const v = s.Variants[Number(parts[0])];
    return { tag: v.Name, values: (v.Members ?? []).map(get) };
  }
  if (s.Parts) return { tags: parts[0], parts: parts.slice(1) };
  if (s.Tuple || !s.Fields) return (s.Fields ?? []).map(get);
  return Object.fromEntries(s.Fields.map((m) => [m.Name, get(m)]));
}

const describe = (x) => (x === null || typeof x !== "object" ? `${typeof x} ${String(x)}` : x.constructor?.name ?? "an object");

/** sizesOf checks that arguments fit parameters and returns the sizes that they determine. */
function sizesOf(params, values) {
  const sizes = new Map();
  params.forEach((p, i) => {
    if (values[i] === unused) return;
    if (!p.Dims && p.Elem === "i64") sizes.set(key(p.Var), Number(values[i].data));
    const before = new Map(sizes);
    (p.Dims ?? []).forEach((d, k) => {
      const got = values[i].shape[k];
      const want = isSize(d) ? d.Size : sizes.get(key(d.Var));
      if (want === undefined) sizes.set(key(d.Var), got);
      else if (want !== got) {
        throw new Failure(`entry point arguments have invalid sizes: argument ${label(p, i)} has the wrong size: expected ${typeText(p, before)}, but got ${values[i].shape.map((n) => `[${n}]`).join("")}${p.Elem}`);
      }
    });
  });
  return sizes;
}

/** ranges are the numbers that integers take. */
const ranges = { i8: [-128, 127], i16: [-32768, 32767], i32: [-2147483648, 2147483647], u8: [0, 255], u16: [0, 65535], u32: [0, 4294967295] };

/** encode returns a scalar as compiled code takes it. */
function encode(elem, x, wrong) {
  switch (elem) {
    case "bool":
      if (typeof x !== "boolean") throw wrong(describe(x));
      return x ? 1 : 0;
    case "i64":
    case "u64": {
      if (typeof x !== "bigint" && !Number.isSafeInteger(x)) throw wrong(describe(x));
      const n = BigInt(x);
      if ((elem === "i64" ? BigInt.asIntN(64, n) : BigInt.asUintN(64, n)) !== n) throw wrong(`${n}, which is out of range`);
      return n;
    }
  }
  if (typeof x !== "number") throw wrong(describe(x));
  if (elem === "f16") return fromHalf(toHalf(x));
  if (elem === "f32" || elem === "f64") return x;
  const [low, high] = ranges[elem];
  if (!Number.isInteger(x) || x < low || x > high) throw wrong(`${x}, which is out of range`);
  return x;
}

/** decode is the inverse of encode. It ignores bits beyond the size of elem. */
function decode(elem, x) {
  switch (elem) {
    case "bool": return (x & 1) === 1;
    case "i8": return (x << 24) >> 24;
    case "i16": return (x << 16) >> 16;
    case "u8": return x & 0xff;
    case "u16": return x & 0xffff;
    case "u32": return x >>> 0;
    case "u64": return BigInt.asUintN(64, x);
  }
  return x;
}

/** read returns the scalar at an address. */
function read(view, elem, at) {
  switch (elem) {
    case "bool": return view.getUint8(at) !== 0;
    case "i8": return view.getInt8(at);
    case "i16": return view.getInt16(at, true);
    case "i32": return view.getInt32(at, true);
    case "i64": return view.getBigInt64(at, true);
    case "u8": return view.getUint8(at);
    case "u16": return view.getUint16(at, true);
    case "u32": return view.getUint32(at, true);
    case "u64": return view.getBigUint64(at, true);
    case "f16": return fromHalf(view.getUint16(at, true));
    case "f32": return view.getFloat32(at, true);
  }
  return view.getFloat64(at, true);
}

/** text spells a scalar as messages show it. */
function text(elem, x) {
  if (typeof x !== "number" || elem[0] !== "f") return String(x);
  if (Number.isNaN(x)) return elem + ".nan";
  if (!Number.isFinite(x)) return (x < 0 ? "-" : "") + elem + ".inf";
  const same = { f16: (y) => fromHalf(toHalf(y)) === x, f32: (y) => Math.fround(y) === x, f64: (y) => y === x }[elem];
  let digits = 0;
  while (digits < 16 && !same(Number(x.toExponential(digits)))) digits++;
  const short = Number(x.toExponential(digits));
  const sign = Object.is(x, -0) ? "-" : "";
  const a = Math.abs(short);
  if (a !== 0 && (a < 1e-6 || a >= 1e21)) return short.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  const plain = sign + String(short);
  return plain.includes(".") ? plain : plain + ".0";
}

function sizeText(n) {
  if (n < 1024) return `${n} bytes`;
  let x = Number(n);
  for (const unit of ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]) {
    x /= 1024;
    if (x < 1024 || unit === "EiB") return `${x.toFixed(1)} ${unit}`;
  }
}

/** fromHalf returns the number with the given bits of an f16. */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

/** toHalf returns the bits of the f16 nearest to x, ties to even. */
function toHalf(x) {
  if (Number.isNaN(x)) return 0x7e00;
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const a = Math.abs(x);
  if (a >= 65520) return sign | 0x7c00;
  const exponent = a < 2 ** -14 ? -14 : Math.floor(Math.log2(a)) - (2 ** Math.floor(Math.log2(a)) > a ? 1 : 0);
  const scaled = a * 2 ** (10 - exponent); // exact
  let n = Math.floor(scaled);
  const rest = scaled - n;
  if (rest > 0.5 || (rest === 0.5 && n % 2 === 1)) n++;
  return sign | (a < 2 ** -14 ? n : n + ((exponent + 14) << 10)); // a carry goes to the exponent
}

const words = new DataView(new ArrayBuffer(8));

/** parts returns a finite number that is not 0 as an integer and a power of two. */
function parts(x) {
  words.setFloat64(0, x);
  const bits = words.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const m = exponent ? fraction | 0x10000000000000n : fraction;
  return [bits >> 63n ? -m : m, Math.max(exponent, 1) - 1075];
}

/** fma returns x·y + z, rounded once. */
function fma(x, y, z) {
  if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z) || x === 0 || y === 0) return x * y + z;
  if (z === 0) return x * y;
  const [[mx, ex], [my, ey], [mz, ez]] = [parts(x), parts(y), parts(z)];
  const e = Math.min(ex + ey, ez);
  const sum = ((mx * my) << BigInt(ex + ey - e)) + (mz << BigInt(ez - e));
  return sum < 0n ? -rounded(-sum, e) : rounded(sum, e);
}

/** rounded returns m·2^e, rounded to nearest, ties to even. */
function rounded(m, e) {
  const drop = Math.max(m.toString(2).length - 53, -1074 - e);
  if (drop <= 0) return scaled(Number(m), e);
  const d = BigInt(drop);
  let q = m >> d;
  const rest = m - (q << d);
  const half = 1n << (d - 1n);
  if (rest > half || (rest === half && q & 1n)) q++;
  return scaled(Number(q), e + drop);
}

/** scaled returns x·2^e, where each step is exact or overflows. */
function scaled(x, e) {
  for (; e > 1000; e -= 1000) x *= 2 ** 1000;
  for (; e < -1000; e += 1000) x *= 2 ** -1000;
  return x * 2 ** e;
}
