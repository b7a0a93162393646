"use strict";
// The search over all names: those that begin with what is typed come first.
(() => {
  const find = document.getElementById("find"), found = document.getElementById("found");
  const rank = (name, wanted) => {
    const last = name.slice(name.lastIndexOf(".", name.length - 2) + 1);
    return last === wanted ? 0 : last.startsWith(wanted) ? 1 : name.startsWith(wanted) ? 2 : 3;
  };
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    found.replaceChildren();
    found.hidden = wanted === "";
    if (wanted === "") return;
    const hits = names.filter(n => n.name.toLowerCase().includes(wanted));
    hits.sort((a, b) => rank(a.name.toLowerCase(), wanted) - rank(b.name.toLowerCase(), wanted) || a.name.length - b.name.length);
    for (const hit of hits.slice(0, 30)) {
      const a = document.createElement("a"), where = document.createElement("small");
      a.href = root + hit.url;
      a.append(hit.kind + " ", Object.assign(document.createElement("b"), { textContent: hit.name }), " ", where);
      where.textContent = hit.file;
      a.addEventListener("click", () => { found.hidden = true; });
      found.append(a);
    }
    if (hits.length === 0) found.textContent = "There is no such name.";
  });
  find.addEventListener("keydown", e => {
    if (e.key === "Enter" && found.querySelector("a")) found.querySelector("a").click();
    if (e.key === "Escape") { find.value = ""; found.hidden = true; }
  });
  document.addEventListener("keydown", e => {
    if (e.key === "/" && document.activeElement !== find) { e.preventDefault(); find.focus(); }
  });
})();
