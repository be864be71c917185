/* ucrl-lp report: search, copy buttons, and parts that open when a link leads into them. Everything
   comes from beside this file: the index is search.js, read when the search box is first used. */
"use strict";
const root = document.currentScript.src.replace(/site\.js$/, "");
const MOST = 20, OF_A_PAGE = 3;

function made(tag, properties, ...inside) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
}

/* Search: every word must occur in the title of the page, the heading or the text of a section; of a
   page at most the best three sections are shown. */
const plain = text => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
let sections = null;

function indexed(then) {
  if (sections) return then();
  if (document.querySelector("script[src$='search.js']")) return;
  const read = made("script", {src: root + "search.js"});
  read.onload = () => {
    sections = SEARCH.map(([href, page, heading, text]) =>
      ({href, page, heading, text, in: [page, heading, text].map(plain)}));
    then();
  };
  document.head.append(read);
}

function matches(query) {
  const words = plain(query).split(/\s+/).filter(word => word);
  const whole = words.join(" ");
  const weight = section => {
    const [page, heading, text] = section.in;
    let sum = (heading + " " + page).includes(whole) ? 8 : 0;
    if (heading === whole) sum += 64;
    else if (page === whole || page.startsWith(whole + ":")) sum += heading ? 16 : 48;
    for (const word of words) {
      const at = heading.includes(word) ? 4 : page.includes(word) ? 3 : text.includes(word) ? 1 : 0;
      if (!at) return 0;
      sum += at;
    }
    return sum;
  };
  const of = {};  // page -> results on it
  return !words.length ? [] : sections.map(section => [weight(section), section])
    .filter(([sum]) => sum).sort(([a], [b]) => b - a).map(([, section]) => section)
    .filter(({page}) => (of[page] = (of[page] || 0) + 1) <= OF_A_PAGE);
}

function excerpt(section, query) {
  const first = plain(query).split(/\s+/).find(word => section.in[2].includes(word)) || "";
  const at = first ? Math.max(section.in[2].indexOf(first) - 50, 0) : 0;
  return (at ? "… " : "") + section.text.slice(at, at + 140);
}

const box = made("input", {type: "search", placeholder: "Search  /", autocomplete: "off"});
box.setAttribute("aria-label", "Search all pages");
const said = made("p", {className: "said"});
said.setAttribute("role", "status");
const list = made("ol", {});
const results = made("div", {className: "results", hidden: true}, said, list);
const search = made("form", {className: "search"}, box, results);
search.setAttribute("role", "search");
document.querySelector("header.site b").after(search);

function show() {
  const query = box.value, hits = matches(query);
  results.hidden = !query.trim();
  const number = `${hits.length} ${hits.length === 1 ? "result" : "results"}`;
  said.textContent = hits.length > MOST ? `${number}, the first ${MOST}` : number;
  list.replaceChildren(...hits.slice(0, MOST).map(hit => made("li", {}, made("a",
    {href: root + hit.href}, made("b", {textContent: hit.heading || hit.page}),
    made("span", {textContent: hit.heading ? ` ${hit.page}` : ""}),
    made("small", {textContent: excerpt(hit, query)})))));
}

box.addEventListener("focus", () => indexed(show));
box.addEventListener("input", () => indexed(show));
search.addEventListener("submit", event => {
  event.preventDefault();
  const first = list.querySelector("a");
  if (first) first.click();
});
search.addEventListener("keydown", event => {
  const stops = [box, ...list.querySelectorAll("a")], at = stops.indexOf(document.activeElement);
  const to = {ArrowDown: at + 1, ArrowUp: at - 1}[event.key];
  if (to !== undefined && stops[to]) { stops[to].focus(); event.preventDefault(); }
  if (event.key === "Escape") { box.focus(); results.hidden = true; event.preventDefault(); }
});
search.addEventListener("focusout", event => {
  if (event.relatedTarget && !search.contains(event.relatedTarget)) results.hidden = true;
});
document.addEventListener("click", event => {
  if (!search.contains(event.target) || list.contains(event.target)) results.hidden = true;
});
document.addEventListener("keydown", event => {
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    box.focus();
    event.preventDefault();
  }
});

/* Copy: a block of code; of a session, the commands without their prompts. */
function commands(text) {
  const prompt = /^(\$ |>>> ?|\.\.\. )/, lines = text.split("\n");
  if (!lines.some(line => /^(\$|>>>) /.test(line))) return text;
  return lines.filter(line => prompt.test(line)).map(line => line.replace(prompt, "")).join("\n");
}

async function copy(text) {
  try { return await navigator.clipboard.writeText(text); } catch { /* no clipboard: by hand */ }
  const hand = made("textarea", {value: text});
  document.body.append(hand);
  hand.select();
  document.execCommand("copy");
  hand.remove();
}

for (const block of document.querySelectorAll("main pre:not(.listing, .patch)")) {
  const button = made("button", {className: "copy", type: "button", textContent: "Copy"});
  const code = block.textContent.trimEnd();
  button.addEventListener("click", async () => {
    await copy(commands(code));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const around = made("div", {className: "code"});
  block.replaceWith(around);
  around.append(block, button);
}

/* A link into a folded part opens it. */
function opened() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", opened);
if (location.hash) opened();
