-- Types as entry points write them: named.json is what Futhark 0.25.32 says of them.
type inner = {k: i32}
type primed' = {a: i32, b: bool}
type al = (primed', i32)
type chain = al
type pair 'a 'b = (a, b)
type sized [n] = {d: [n]inner, e: [n]f32}
type sum = #a inner | #b (inner, i32)
type~ cloud = [](inner, al)
type scalar' = f32
type vec = [3]f32
type rows = [2]inner
type deep = {p: inner, q: [2]inner, r: (inner, i32), s: #a inner | #b (inner, i32)}

module m = {
  type q = {x: i32}
  type w = (q, i64)

  module k = {
    type z = {w: w, q: q}
  }
}

open m

def inner (x: i32) : inner = {k = x}
def al (x: i32) : al = ({a = x, b = true}, x)

entry parts (n: i64) : (*[n]i32, [n]i32) = (replicate n 1, replicate n 2)
entry whole (n: i64) : *([n]i32, [n]i32) = (replicate n 1, replicate n 2)
entry existing (n: i64) : ?[m].([m]inner, [m]i32) = (replicate (n + 1) {k = 1}, replicate (n + 1) 2)
entry nothing () : () = ()
entry units (x: ()) (y: i32) : ((), i32, ()) = (x, y, ())
entry named (x: i32) : al = al x
entry chained (x: i32) : (chain, i32) = (al x, x)
entry arrays (x: i32) : ([2]al, [2][1](primed', [2]al)) = (replicate 2 (al x), replicate 2 [({a = x, b = true}, replicate 2 (al x))])
entry applied (x: i32) : (pair inner i32, sized [2]) = ((inner x, x), {d = replicate 2 (inner x), e = [1, 2]})
entry sums (x: i32) : ([2]sum, #foo al | #bar primed') = (replicate 2 (#a (inner x)), #bar {a = x, b = true})
entry clouds (x: i32) : cloud = replicate 2 (inner x, al x)
entry modules (x: i32) : (m.w, m.k.z, w) = (({x}, 3), {w = ({x}, 3), q = {x}}, ({x}, 4))
entry records (x: i32) : {u: inner, v: {z: inner, y: al}} = {u = inner x, v = {z = inner x, y = al x}}
entry inferred (xs: []i32) = (xs, [1, 2], (inner xs[0], (#some xs[0] : #some i32 | #none)))
entry scalars (x: i32) : ({v: vec, s: scalar'}, (vec, scalar'), [2](scalar', i32)) = ({v = [1, 2, 3], s = 1}, ([1, 2, 3], 1), replicate 2 (1, x))
entry deeper (x: *[2]deep) (r: [3]rows) : i32 = x[0].p.k + r[0, 0].k
entry consumed (y: *([]i32, []i32)) ((z, _): (*[]i32, []i32)) (_: i32) : {l: *[1]i32, r: [1]i32} = {l = [y.0[0]], r = [z[0]]}
