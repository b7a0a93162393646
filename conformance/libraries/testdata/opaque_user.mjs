// A user of the module of opaque.fut.
import assert from "node:assert/strict";
import { load, Failure } from "./opaque.js";

const p = await load();
const fails = (call, message) => assert.throws(call, (e) => e instanceof Failure && e.message.includes(message));

// Records.
assert.equal(p.getx({ x: 2.5, y: 9n }), 2.5);
assert.equal(p.getx({ x: 2.5, y: 9, more: 1 }), 2.5);
assert.deepEqual(p.nest(3, true), { p: { x: 3, y: 7n }, q: [3, true] });
assert.deepEqual(p.same([-1, [0.25, true]], { func: 2n ** 64n - 1n, "p'": 1.5 }), [[-1, [0.25, true]], { func: 2n ** 64n - 1n, "p'": 1.5 }]);
assert.deepEqual(p.unit([]), []);
fails(() => p.unit(1), "argument #1: expected an array of 0 values, but got number 1");
fails(() => p.getx({ x: 2.5 }), "argument p: expected an object with the field y, but got Object");
fails(() => p.getx(null), "argument p: expected an object with the field x, but got object null");
fails(() => p.getx({ x: "2.5", y: 1n }), "expected a value of type f32, but got string 2.5");
fails(() => p.same([1], { func: 1n, "p'": 0 }), "argument t: expected an array of 2 values");

// Arrays of records.
const points = { x: Float32Array.of(0, 0.5, 1), y: BigInt64Array.of(0n, 1n, 2n) };
assert.deepEqual(p.points(3), points);
assert.equal(p.sum(points), 1.5);
assert.equal(p.sum({ x: new Float32Array(0), y: new BigInt64Array(0) }), 0);
fails(() => p.sum({ x: points.x, y: BigInt64Array.of(1n) }), "invalid sizes");
const lines = p.lines(4);
assert.deepEqual(lines.b.x.shape, [4, 2]);
assert.equal(p.second(lines), 6);

// Sums.
const shapes = [{ tag: "circle", values: [1] }, { tag: "rect", values: [2, 3] }, { tag: "none", values: [] }];
shapes.forEach((s, k) => {
  assert.deepEqual(p.shape(k), s);
  assert.equal(p.area(s), [1, 6, 0][k]);
});
fails(() => p.area({ tag: "square", values: [1] }), 'expected {tag: "circle", values: [1 value]} or');
fails(() => p.area({ tag: "rect", values: [1] }), "expected {tag");
fails(() => p.area(undefined), "but got undefined");
const many = p.shapes(3);
assert.equal(p.areas(many), 22);
many.tags[0] = 9;
assert.throws(() => p.areas(many), Failure);

// Parts that a constructor has not got.
assert.equal(p.weighted({ tag: "left", values: [Float32Array.of(1, 2)] }, Float32Array.of(3, 4)), 11);
assert.equal(p.weighted({ tag: "right", values: [10n] }, Float32Array.of(3, 4)), 17);
assert.equal(p.fixed({ tag: "some", values: [Int32Array.of(1, 2, 3)] }), 6);
assert.equal(p.fixed({ tag: "none", values: [] }), -1);
fails(() => p.fixed({ tag: "some", values: [Int32Array.of(1)] }), "invalid sizes");
console.log("all is well");
