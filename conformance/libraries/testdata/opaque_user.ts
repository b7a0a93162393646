import { load } from "./opaque.js";
const p = await load();
const x: number = p.getx({ x: 1, y: 2 });
const nested: { p: { x: number; y: bigint }; q: [number, boolean] } = p.nest(1, true);
const s = p.shape(1);
if (s.tag === "rect") { const sides: [number, number] = s.values; sides[0]; }
const points: { x: Float32Array; y: BigInt64Array } = p.points(3);
// @ts-expect-error: no such constructor
p.area({ tag: "square", values: [1] });
// @ts-expect-error: a constructor with too few values
p.area({ tag: "rect", values: [1] });
// @ts-expect-error: a field is missing
p.getx({ x: 1 });
export { x, nested, points };
