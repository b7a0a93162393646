"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const words = new Set(data.words);
const hues = new Map(); // by memory block, far apart for consecutive ones
data.blocks.forEach((b, i) => hues.set(b, Math.round(i * 137.5 + 200) % 360));
const keywords = new Set("lamina file names entry implicit fun inkernel let in if then else loop do while var for parallel launch assert mem".split(" "));
const columns = document.getElementById("columns");
const trail = document.getElementById("trail");
const views = [];

function element(tag, classes, text) {
  const e = document.createElement(tag);
  if (classes) e.className = classes;
  if (text !== undefined) e.textContent = text;
  return e;
}

function isName(word) { return words.has(word) || /[^_]_[1-9][0-9]*$/.test(word); }

// place is the location after an @: a block and its index function, up to the end of
// the annotation.
const tokens = /("(?:[^"\\]|\\.)*")|(@(?:[^\s@:()]+:)?\d+:\d+)|(@ )|([A-Za-z_][A-Za-z0-9_']*)|[^A-Za-z_"@]+|./g;

function name(word, arrays) {
  const e = element("span", "n", word);
  e.dataset.n = word;
  const block = hues.has(word) ? word : arrays[word];
  if (block !== undefined && hues.has(block)) {
    e.classList.add(block === word ? "block" : "in");
    e.style.setProperty("--h", hues.get(block));
    e.title = block === word ? "memory block" : "lies in " + block;
  }
  return e;
}

function line(text, arrays) {
  const div = element("div");
  const indent = text.length - text.trimStart().length;
  div.style.setProperty("--in", indent);
  for (const [all, string, pos, at, word] of text.trimStart().matchAll(tokens)) {
    if (pos) div.append(element("span", "pos", pos));
    else if (word && isName(word)) div.append(name(word, arrays));
    else if (word && keywords.has(word)) div.append(element("span", "kw", word));
    else div.append(all);
  }
  return div;
}

// draw fills a column when it is first opened.
function draw(view) {
  if (view.drawn) return;
  view.drawn = true;
  const { text, added, arrays } = view.shown;
  const own = view.shown === view.pass;
  const fresh = new Set(own ? added : []), gone = new Map();
  for (const r of own && view.shown.removed || []) gone.set(r.at, [...gone.get(r.at) || [], r.text]);
  const takenAway = (i) => (gone.get(i) || []).forEach((l) => {
    const div = line(l, {});
    div.classList.add("old");
    view.pre.append(div);
  });
  const lines = text.split("\n");
  lines.forEach((l, i) => {
    takenAway(i);
    const div = line(l, arrays);
    if (fresh.has(i)) div.classList.add("new");
    view.pre.append(div);
  });
  takenAway(lines.length);
  if (chosen !== "") mark(view);
}

let shown;
for (const pass of data.passes) {
  if (pass.text !== undefined) shown = pass;
  const view = { pass, shown, column: element("section", "column"), pre: element("pre"), drawn: false };
  const head = element("button", "", pass.step);
  const note = pass.start ? pass.level : `${pass.level} · ${pass.ms.toFixed(2)} ms · ` +
    (pass.text === undefined ? "no change" : `${pass.rewrites} rewrites`);
  head.append(element("small", "", note));
  head.onclick = () => { view.column.classList.toggle("shut"); if (!view.column.classList.contains("shut")) draw(view); };
  view.pre.onclick = (e) => { if (e.target.dataset.n) choose(e.target.dataset.n, view); };
  view.column.append(head, view.pre);
  columns.append(view.column);
  views.push(view);
}

let chosen = "";

function mark(view) {
  for (const e of view.pre.querySelectorAll(".n.on")) e.classList.remove("on", "here");
  view.found = chosen === "" ? [] : [...view.pre.querySelectorAll(".n")].filter((e) => e.dataset.n === chosen);
  view.found.forEach((e) => e.classList.add("on"));
}

// count counts the occurrences of the chosen name in a pass's program, drawn or not.
function count(view) {
  const escaped = chosen.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (view.shown.text.match(new RegExp("(?<![A-Za-z0-9_'])" + escaped + "(?![A-Za-z0-9_'])", "g")) || []).length;
}

// show scrolls a column, and the page if wide, to an occurrence.
function show(view, i, wide) {
  draw(view);
  if (!view.found || !view.found.length) return;
  view.at = ((i % view.found.length) + view.found.length) % view.found.length;
  const e = view.found[view.at];
  const box = e.getBoundingClientRect(), pre = view.pre.getBoundingClientRect();
  view.pre.scrollTop += box.top - pre.top - pre.height / 3;
  if (wide) {
    for (const other of columns.querySelectorAll(".here")) other.classList.remove("here");
    e.classList.add("here");
    columns.scrollLeft = view.column.offsetLeft - columns.offsetLeft;
  }
}

// choose marks a name in all passes; choosing it again removes the marks.
function choose(n, from) {
  chosen = n === chosen ? "" : n;
  views.forEach((v) => { if (v.drawn) mark(v); });
  trail.replaceChildren();
  try { history.replaceState(null, "", chosen === "" ? "#" : "#" + encodeURIComponent(chosen)); } catch { /* a page inside another has no address */ }
  if (chosen === "") return;
  trail.append(element("b", "", chosen));
  for (const v of views) {
    const c = count(v);
    const b = element("button", c ? "" : "none", `${v.pass.step} ${c}`);
    b.onclick = () => {
      if (v.column.classList.contains("shut")) { v.column.classList.remove("shut"); draw(v); show(v, 0, true); return; }
      show(v, v.at === undefined ? 0 : v.at + 1, true);
    };
    trail.append(b);
    v.at = undefined;
    if (v !== from && v.drawn && !v.column.classList.contains("shut")) show(v, 0, false);
  }
}

document.addEventListener("keydown", (e) => { if (e.key === "Escape" && chosen !== "") choose(chosen); });
const find = document.getElementById("find");
find.onchange = () => { if (find.value !== "" && find.value !== chosen) choose(find.value); };
document.getElementById("names").append(...data.names.map((n) => { const o = element("option"); o.value = n; return o; }));
const blocks = document.getElementById("blocks");
for (const b of data.blocks) {
  const e = element("button", "", b);
  e.style.setProperty("--h", hues.get(b));
  e.onclick = () => choose(b);
  blocks.append(e);
}
document.getElementById("legend").hidden = data.blocks.length === 0;
const passes = data.passes.filter((p) => !p.start).length, changed = data.passes.filter((p) => !p.start && p.text !== undefined).length;
document.getElementById("summary").textContent = `${passes} passes, ${changed} changed the program`;
views.forEach((v) => { if (v.pass.text === undefined) v.column.classList.add("shut"); else draw(v); });
if (location.hash.length > 1) choose(decodeURIComponent(location.hash.slice(1)));
