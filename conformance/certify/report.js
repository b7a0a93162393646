"use strict";
const report = JSON.parse(document.getElementById("data").textContent);
const statuses = ["failed", "unexpected pass", "expected failure", "unsupported", "passed"];
const classOf = (s) => s.split(" ")[0];
let only = "", attention = false, text = "";

function element(tag, classes, content) {
  const e = document.createElement(tag);
  if (classes) e.className = classes;
  if (content !== undefined) e.textContent = content;
  return e;
}

function label(d) {
  return d.backend + (d.device ? ":" + d.device : "") + (d.name ? ` (${d.name})` : "") + (d.kind ? " on " + d.kind : "");
}

// shows reports whether a result is visible.
function shows(r) {
  if (attention && r.status === "passed") return false;
  if (only !== "" && r.status !== only) return false;
  return text === "" || (r.case + " " + (r.error || "") + " " + (r.reason || "")).toLowerCase().includes(text);
}

// attentionNeeded reports whether a result makes the report fail: its message is open.
function attentionNeeded(r) { return r.status === "failed" || r.status === "unexpected pass"; }

function row(r) {
  const d = element("details");
  d.open = attentionNeeded(r);
  const s = element("summary");
  s.append(element("span", "tag " + classOf(r.status), r.status), element("span", "name", r.case), element("span", "time", r.seconds.toFixed(3) + " s"));
  d.append(s);
  if (r.reason) d.append(element("p", "", "Reason: " + r.reason));
  if (r.error) d.append(element("pre", "", r.error));
  if (!r.reason && !r.error) d.append(element("p", "", "Nothing to tell."));
  return d;
}

// most is the number of rows of a device that are created at once.
const most = 200;

function fill(list, results, from) {
  const seen = results.slice(from, from + most);
  list.append(...seen.map(row));
  if (from + most < results.length) {
    const more = element("button", "", `show more (${results.length - from - most} left)`);
    more.onclick = () => { more.remove(); fill(list, results, from + most); };
    list.append(more);
  }
}

function section(d) {
  const s = element("section");
  s.append(element("h2", "", label(d)));
  if (d.detail) s.append(element("p", "", d.detail));
  if (d.unavailable) { s.append(element("p", d.required ? "bad" : "", "unavailable: " + d.unavailable)); return s; }
  if (d.broken) { s.append(element("pre", "bad", d.broken)); return s; }
  const bar = element("div", "bar"), counts = element("div", "counts");
  for (const status of statuses) {
    const n = d.count[status] || 0;
    if (n === 0) continue;
    const part = element("i", classOf(status));
    part.style.flex = n;
    bar.append(part);
    const b = element("button", "", `${n} ${status}`);
    b.setAttribute("aria-pressed", only === status);
    b.onclick = () => { only = only === status ? "" : status; draw(); };
    counts.append(b);
  }
  s.append(bar, counts, element("p", "", `${d.results.length} cases in ${d.seconds.toFixed(1)} s`));
  if (d.notTried) s.append(element("p", "bad", `The run was stopped: ${d.notTried} cases were not tried.`));
  const order = new Map(statuses.map((x, i) => [x, i]));
  const results = d.results.filter(shows).sort((a, b) => order.get(a.status) - order.get(b.status));
  const list = element("div", "results");
  if (results.length === 0) list.append(element("p", "empty", "No case like that."));
  fill(list, results, 0);
  s.append(list);
  return s;
}

function draw() {
  document.getElementById("devices").replaceChildren(...report.devices.map(section));
}

document.getElementById("find").oninput = (e) => { text = e.target.value.toLowerCase(); draw(); };
document.getElementById("bad").onclick = (e) => {
  attention = !attention;
  e.target.setAttribute("aria-pressed", attention);
  draw();
};
draw();
