// A process that calls the entry points of a module, for package libraries.
import { readSync, writeSync } from "node:fs";
import { load, Failure } from "./prog.js";

const arrays = {
  i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, u64: BigUint64Array,
  f16: Uint16Array, f32: Float32Array, f64: Float64Array, bool: Uint8Array,
};

function take(n) {
  const out = Buffer.alloc(n);
  for (let at = 0; at < n; ) {
    let got = 0;
    try {
      got = readSync(0, out, at, n - at, null);
    } catch (e) {
      if (e.code === "EAGAIN") continue;
      throw e;
    }
    if (got === 0) process.exit(0);
    at += got;
  }
  return out;
}

function put(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at, bytes.length - at);
    } catch (e) {
      if (e.code !== "EAGAIN") throw e;
    }
  }
}

// Halves of scalars are numbers in JavaScript: these are the bits of exact ones.
const half = {
  number(bits) {
    const e = (bits >> 10) & 31, f = bits & 1023, s = bits & 0x8000 ? -1 : 1;
    return e === 31 ? (f ? NaN : s * Infinity) : s * (e ? (1024 + f) * 2 ** (e - 25) : f * 2 ** -24);
  },
  bits(x) {
    for (let b = 0; b < 65536; b++) if (Object.is(half.number(b), x)) return b;
    return 0x7e00;
  },
};

function value(h) {
  const bytes = take(h.Data);
  const A = arrays[h.Elem];
  const data = new A(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + h.Data));
  const shape = h.Shape ?? [];
  if (shape.length === 1) return data;
  if (shape.length > 1) return { data, shape };
  return h.Elem === "bool" ? data[0] === 1 : h.Elem === "f16" ? half.number(data[0]) : data[0];
}

function reply(answer, parts) {
  const text = Buffer.from(JSON.stringify(answer));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  put(size);
  put(text);
  parts.forEach(put);
}

const resultTypes = {/*types*/};
const program = await load();
for (;;) {
  const request = JSON.parse(take(take(4).readUInt32LE(0)).toString());
  const args = (request.Args ?? []).map(value);
  const answer = { Error: "", Results: [] };
  let parts = [];
  if ((request.Args ?? []).some((h) => (h.Shape ?? []).some((n) => !Number.isSafeInteger(n)))) {
    reply({ Unsupported: "a size is no safe integer of JavaScript" }, parts);
    continue;
  }
  try {
    let results = program[request.Entry](...args);
    const types = resultTypes[request.Entry];
    if (types.length === 1) results = [results];
    results.forEach((r, i) => {
      const elem = types[i];
      const A = arrays[elem];
      let data = r, shape = [];
      if (ArrayBuffer.isView(r)) shape = [r.length];
      else if (typeof r === "object") ({ data, shape } = r);
      else data = A.of(elem === "f16" ? half.bits(r) : elem === "bool" ? Number(r) : r);
      if (!(data instanceof A)) throw new Error(`result ${i} is not of ${elem}`);
      parts.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      answer.Results.push({ Elem: elem, Shape: shape, Data: data.byteLength });
    });
  } catch (e) {
    if (!(e instanceof Failure)) throw e;
    answer.Error = e.message;
    parts = [];
  }
  reply(answer, parts);
}
