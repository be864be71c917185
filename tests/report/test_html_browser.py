"""The report in a real browser without a window: console, widths, contrast, keyboard, both schemes,
accessibility (axe-core, as the extra `browser` brings it), paper.

Each page is shown in frames of several widths of a page of ours, whose script measures them; a
second run loads the pages themselves and listens to the console.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from proofs_check.report.html import audit_pages, pictures, search, site
from proofs_check.report.html.render import style_sheet
from proofs_check.report.output_directory import write
from proofs_check.sampled_runs.suite import FOREIGN
from tests.report.test_html import result

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTHS = (390, 800, 1280)
PAGES = (
    "index.html",
    "statements.html",
    "statements/thm-main.html",
    "statements/prop-1.html",
    "statements/lem-occ-term-2.html",
    "letter.html",
    "findings.html",
    "pictures.html",
    "readings.html",
    "trace/index.html",
    "lost/index.html",
)
SITE = (
    "figure1.html",
    "tours/reviewer.html",
    "tours/student.html",
    "coq/judge/TRUST.html",
    "coq/challenge/Challenge.v.html",
    "kit/README.html",
    "api/index.html",
    "api/reference.html",  # classes
    "api/reference/confidence.html",  # long signatures
)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip
SCHEMES = {"light": "1", "dark": "0"}  # Blink's preferredColorScheme
AXE = "axe_playwright_python"  # has axe.min.js
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

MEASURE = r"""
const channel = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
const light = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const contrast = (a, b) => {
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
function behind(view, element) {
  const box = element.closest("a.node");
  if (box) return rgb(view.getComputedStyle(box.querySelector("rect.in")).fill);
  if (element.matches("text.on")) {
    return rgb(view.getComputedStyle(element.closest("svg").querySelector("rect")).fill);
  }
  for (let e = element; e; e = e.parentElement) {
    const c = rgb(view.getComputedStyle(e).backgroundColor);
    if (c.length && c[3] !== 0) return c;
  }
  return [255, 255, 255];
}
function measured(frame) {
  const view = frame.contentWindow, doc = frame.contentDocument, root = doc.documentElement;
  for (const e of doc.querySelectorAll("details")) e.open = true;
  const faint = [];
  let texts = 0;
  for (const e of doc.body.querySelectorAll("*")) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || e.closest("title,desc,defs,style") || !e.getClientRects().length) continue;
    texts += 1;
    const style = view.getComputedStyle(e);
    const drawn = e.closest("svg") && !e.closest("foreignObject");
    const ratio = contrast(rgb(drawn ? style.fill : style.color), behind(view, e));
    if (!(ratio >= 4.5)) faint.push([e.tagName, e.textContent.slice(0, 40), ratio]);
  }
  const nodes = [...doc.querySelectorAll("a.node")].filter(n => n.getClientRects().length);
  const lost = nodes.filter(n => {
    n.focus();
    const shown = [...n.querySelectorAll(".own")]
      .every(p => view.getComputedStyle(p).visibility === "visible");
    const told = n.textContent.includes("; printed argument: ");
    return doc.activeElement !== n || n.tabIndex < 0 || !told || !shown;
  });
  const wide = [...doc.querySelectorAll("body *")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && !e.closest(".skip") && box.right > root.clientWidth + 1;
  }).map(e => `${e.tagName} ${e.textContent.slice(0, 60)}`).slice(0, 4);
  return {width: root.clientWidth, content: root.scrollWidth, texts, faint, wide,
          cut: [...doc.querySelectorAll(".node b,.node small")].filter(e => e.offsetWidth
            > e.parentElement.offsetWidth + 1).map(e => e.textContent),
          nodes: nodes.length, lost: lost.length, title: doc.title,
          small: nodes.filter(n => parseFloat(view.getComputedStyle(n.querySelector("div"))
            .fontSize) * n.ownerSVGElement.getBoundingClientRect().width
            / n.ownerSVGElement.viewBox.baseVal.width < 8).length,
          dark: view.matchMedia("(prefers-color-scheme: dark)").matches};
}
addEventListener("load", () => {
  const all = [...document.querySelectorAll("iframe")].map(measured);
  document.getElementById("result").textContent = JSON.stringify(all);
});
"""
RUN_AXE = """
addEventListener("load", () => axe.run(document, {runOnly: {type: "tag", values: TAGS}}).then(r => {
  const found = r.violations.map(v => [v.impact, v.id, v.nodes.slice(0, 3).map(n => n.html)]);
  document.body.innerHTML = '<pre id="result"></pre>';
  document.getElementById("result").textContent = JSON.stringify([r.passes.length, found]);
}));
"""


@cache
def browser() -> str:
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium (chromium): the report was not looked at in a browser")
    return program


def run(tmp_path: Path, page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    return subprocess.run(
        [browser(), *QUIET, profile, *options, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )


def dumped(tmp_path: Path, text: str, scheme: str, *options: str) -> Any:
    """What the script of this page of ours writes into its element `result`."""
    harness = tmp_path / "harness.html"
    harness.write_text(text, encoding="utf-8")
    blink = f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}"
    shown = run(tmp_path, harness, "--dump-dom", blink, *options).stdout
    output = re.search(r'<pre id="result">(.*?)</pre>', shown, re.S)
    assert output and output[1], "the script did not end"
    return json.loads(html.unescape(output[1]))


def alone(text: str) -> str:
    """The page with its style sheet in it."""
    link = re.compile(r'<link rel="stylesheet"[^>]*>')
    return link.sub(lambda _: f"<style>{style_sheet()}</style>", text)


def measure(tmp_path: Path, texts: list[str], scheme: str = "light") -> list[dict[str, Any]]:
    """What the script finds in each page at every width, page by page."""
    frames = "".join(
        f'<iframe width="{w}" height="900" srcdoc="{html.escape(alone(text))}"></iframe>'
        for text in texts
        for w in WIDTHS
    )
    page = (
        f'<!doctype html><meta charset="utf-8"><pre id="result"></pre>{frames}'
        f"<script>{MEASURE}</script>"
    )
    layouts: list[dict[str, Any]] = dumped(tmp_path, page, scheme, "--window-size=1600,1000")
    assert len(layouts) == len(texts) * len(WIDTHS)
    return layouts


def violations(tmp_path: Path, text: str, size: str, scheme: str = "light") -> list[list[Any]]:
    """What axe-core finds: (impact, rule, elements) of each violation; some rules must pass."""
    pytest.importorskip(AXE, reason="needs the extra browser")
    axe = files(AXE).joinpath("axe.min.js").read_text("utf-8")
    free = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", alone(text))
    script = f"<script>{axe}</script><script>const TAGS = {json.dumps(TAGS)};{RUN_AXE}</script>"
    options = (f"--window-size={size}", "--virtual-time-budget=60000")
    page = free.replace("</body>", script + "</body>")
    passes, breaches = dumped(tmp_path, page, scheme, *options)
    assert passes > 15
    return list(breaches)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    browser()
    out = tmp_path_factory.mktemp("report")
    write(out, audit_pages.audit_pages(result(), pictures.pictures()))
    from proofs_check.__main__ import main

    trace = str(FOREIGN / "foreign-rational.jsonl")
    assert main(["trace", trace, "--quiet", "--html", str(out / "trace")]) == 0
    lost = out / "lost.jsonl"
    lost.write_text(Path(trace).read_text("utf-8").replace('"t":1,', '"t":2,', 1), "utf-8")
    assert main(["trace", str(lost), "--quiet", "--html", str(out / "lost")]) == 1
    assert "look here" in (out / "lost" / "index.html").read_text("utf-8")
    return out


@pytest.mark.parametrize("scheme", SCHEMES)
def test_layout_contrast_and_keyboard(scheme: str, report: Path, tmp_path: Path) -> None:
    layouts = measure(tmp_path, [(report / name).read_text("utf-8") for name in PAGES], scheme)
    for f, (name, width) in zip(layouts, product(PAGES, WIDTHS), strict=True):
        assert f["width"] <= width and f["content"] <= f["width"], (name, width, f["wide"])
        assert f["faint"] == [] and f["cut"] == [], name
        assert f["lost"] == 0 and f["small"] == 0 and f["texts"] > 10, name
        assert f["dark"] is (scheme == "dark")
        assert (f["nodes"] > 15) is (name == "index.html"), name


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_serious(scheme: str, report: Path, tmp_path: Path) -> None:
    for name, size in product(PAGES, ("1280,900", "390,844")):
        text = (report / name).read_text("utf-8")
        assert violations(tmp_path, text, size, scheme) == [], (name, size)


def test_axe_notices_a_planted_fault(report: Path, tmp_path: Path) -> None:
    text = (report / "readings.html").read_text("utf-8")
    breaches = violations(tmp_path, text.replace("<h1>", '<img src="data:,"><h1>', 1), "1280,900")
    assert [breach[:2] for breach in breaches] == [["critical", "image-alt"]]


def test_pages_print_and_the_graph_is_on_one_sheet(report: Path, tmp_path: Path) -> None:
    for name, most in (
        ("index.html", 12),
        ("letter.html", 14),
        ("findings.html", 14),
        ("statements/prop-1.html", 5),
    ):
        pdf = tmp_path / "page.pdf"
        run(tmp_path, report / name, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
        sheets = len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))
        assert 1 <= sheets <= most, (name, sheets)


def test_long_pages_print_from_the_first_sheet_on_and_in_columns_that_are_read(
    made: Path, tmp_path: Path
) -> None:
    """A listing begins below its title, in its own lines; a label is not cut into syllables."""
    # the page of claims has at most 330 lines (tests/machine_checked): five sheets
    for name, most in (("coq/challenge/Challenge.v.html", 5), ("spec.html", 36)):
        pdf = tmp_path / "page.pdf"
        run(tmp_path, made / name, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
        sheets = len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))
        assert 1 <= sheets <= most, (name, sheets)


def test_the_description_for_an_archive_prints_on_two_sheets(tmp_path: Path) -> None:
    """As the site has it; two of it do not."""
    text = site._own_pages()["coq/DESCRIPTION.html"]
    twice = text.replace("</body>", text[text.index("<h1>") :].partition("</body>")[0] + "</body>")
    counts = []
    for written in (text, twice):
        page, pdf = tmp_path / "coq" / "page.html", tmp_path / "page.pdf"
        page.parent.mkdir(exist_ok=True)
        page.write_text(written, encoding="utf-8")
        (tmp_path / "style.css").write_text(style_sheet(), encoding="utf-8")
        run(tmp_path, page, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
        counts.append(len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())))
    assert 1 <= counts[0] <= 2 < counts[1], counts


def test_the_console_is_silent(report: Path, tmp_path: Path) -> None:
    """Pages in frames: what they say goes to the same console."""
    frames = [f'<iframe src="{(report / name).as_uri()}"></iframe>' for name in PAGES]
    harness = tmp_path / "frames.html"
    harness.write_text("<!doctype html>" + "".join(frames), encoding="utf-8")
    assert "CONSOLE" not in console(tmp_path, harness)
    loud = report / "loud.html"
    text = (report / "index.html").read_text("utf-8")
    loud.write_text(text.replace("<h1>", "<script>1</script><h1>", 1), encoding="utf-8")
    harness.write_text(f'<iframe src="{loud.as_uri()}"></iframe>', encoding="utf-8")
    assert "Content Security Policy" in console(tmp_path, harness)


SCREENS = 2 * 800  # pixels
HEIGHTS = """
addEventListener("load", () => {
  const all = [...document.querySelectorAll("iframe")].map(frame => {
    const doc = frame.contentDocument;
    const shut = doc.body.getBoundingClientRect().height;
    for (const e of doc.querySelectorAll("details")) e.open = true;
    return [shut, doc.body.getBoundingClientRect().height];
  });
  document.getElementById("result").textContent = JSON.stringify(all);
});
"""
FROM_DISK = "--allow-file-access-from-files"


def in_frames(tmp_path: Path, pages: list[Path], script: str, width: int = 1280) -> Any:
    """What a script of ours finds in pages of the disk, each with its own style and script."""
    frames = "".join(
        f'<iframe width="{width}" height="800" src="{page.as_uri()}"></iframe>' for page in pages
    )
    text = f'<!doctype html><meta charset="utf-8"><pre id="result"></pre>{frames}'
    options = (FROM_DISK, "--virtual-time-budget=30000", "--window-size=1600,1000")
    return dumped(tmp_path, f"{text}<script>{script}</script>", "light", *options)


def test_a_statement_s_page_fits_two_screens(report: Path, tmp_path: Path) -> None:
    """At 1280 by 800 pixels, all of them; not with what is folded."""
    pages = sorted((report / "statements").glob("*.html"))
    assert len(pages) > 100
    heights: list[list[float]] = []
    for k in range(0, len(pages), 30):
        heights += in_frames(tmp_path, pages[k : k + 30], HEIGHTS)
    high = {page.stem: shut for page, (shut, _) in zip(pages, heights, strict=True)}
    assert {name: height for name, height in high.items() if height > SCREENS} == {}
    unfolded = [full for _, full in heights]
    assert max(unfolded) > 2 * SCREENS and min(unfolded) > min(high.values())


SEARCHED = r"""
const wait = ms => new Promise(then => setTimeout(then, ms));
addEventListener("load", async () => {
  const frame = document.querySelector("iframe"), doc = frame.contentDocument;
  const view = frame.contentWindow, results = {};
  const press = (element, key) => element.dispatchEvent(
    new view.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  view.focus();
  press(doc.body, "/");
  const box = doc.querySelector("input[type=search]");
  results.focused = doc.activeElement === box;
  box.dispatchEvent(new view.Event("focus"));
  for (let k = 0; k < 100 && view.SEARCH === undefined; k += 1) await wait(50);
  await wait(50);
  const ask = query => {
    box.value = query;
    box.dispatchEvent(new view.Event("input", {bubbles: true}));
    const links = [...doc.querySelectorAll(".results a")];
    return links.map(a => a.href.replace(/.*\/report[^/]*\//, ""));
  };
  results.lemma = ask("lemma 6");
  results.shown = !doc.querySelector(".results").hidden;
  const panel = doc.querySelector(".results").getBoundingClientRect();
  results.inside = panel.left >= 0 && panel.right <= view.innerWidth + 1;
  press(box, "ArrowDown");
  results.first = doc.activeElement === doc.querySelector(".results a");
  press(doc.activeElement, "ArrowDown");
  results.second = doc.activeElement === doc.querySelectorAll(".results a")[1];
  press(doc.activeElement, "Escape");
  results.closed = doc.querySelector(".results").hidden && doc.activeElement === box;
  results.nothing = ask("zyzzyva").length;
  results.said = doc.querySelector(".said").textContent;
  results.copies = doc.querySelectorAll("button.copy").length;
  results.blocks = doc.querySelectorAll("main pre:not(.listing, .patch)").length;
  results.session = view.commands("$ a b\nout\n$ c");
  results.python = view.commands(">>> for x in y:\n...     z\n1\n>>> w");
  results.plain = view.commands("make all\nmake judge");
  document.getElementById("result").textContent = JSON.stringify(results);
});
"""


@pytest.mark.parametrize("width", [390, 1280])
def test_search_and_copy_by_keyboard(report: Path, tmp_path: Path, width: int) -> None:
    done = in_frames(tmp_path, [report / "statements/thm-main.html"], SEARCHED, width)
    assert done["lemma"][0] == "statements/lem-bias.html" and len(done["lemma"]) > 5
    keys = ("focused", "shown", "inside", "first", "second", "closed")
    assert [what for what in keys if done[what] is not True] == []
    assert (done["nothing"], done["said"]) == (0, "0 results")
    assert done["copies"] == done["blocks"] > 2
    assert done["session"] == "a b\nc" and done["plain"] == "make all\nmake judge"
    assert done["python"] == "for x in y:\n    z\nw"


def test_nothing_is_cut_on_a_telephone(report: Path, made: Path, tmp_path: Path) -> None:
    """No page scrolls sideways, and a picture has no part outside."""
    out = """
addEventListener("load", () => {
  const all = [...document.querySelectorAll("iframe")].map(frame => {
    const doc = frame.contentDocument, width = doc.documentElement.clientWidth;
    const outside = e => e.getClientRects().length && e.getBoundingClientRect().right > width + 1;
    return [doc.documentElement.scrollWidth <= width,
      [...doc.querySelectorAll("svg, img")].filter(outside).length];
  });
  document.getElementById("result").textContent = JSON.stringify(all);
});
"""
    pages = [*sorted(report.rglob("*.html")), *sorted(made.rglob("*.html"))]
    pages = [page for page in pages if not page.name.endswith(".v.html")]
    seen = [pair for k in range(0, len(pages), 30)
            for pair in in_frames(tmp_path, pages[k : k + 30], out, 390)]  # fmt: skip
    bad = [page.name for page, pair in zip(pages, seen, strict=True) if pair != [True, 0]]
    assert bad == []
    text = (made / "figure1.html").read_text("utf-8")
    wide = made / "wide.html"
    wide.write_text(text.replace("<svg ", '<svg style="min-width:44rem" '), "utf-8")
    assert in_frames(tmp_path, [wide], out, 390) != [[True, 0]]
    wide.unlink()


def console(tmp_path: Path, page: Path) -> str:
    return run(tmp_path, page, "--dump-dom", "--enable-logging=stderr").stderr


def test_a_planted_fault_of_each_kind_is_noticed(report: Path, tmp_path: Path) -> None:
    text = (report / "index.html").read_text("utf-8")
    wide = text.replace("<h1>", '<div style="width:2000px">wide</div><h1>', 1)
    faint = text.replace("<h1>", '<h1 style="color:#999">', 1)
    lost = text.replace('class="node ', 'tabindex="-1" class="node ')
    layouts = measure(tmp_path, [wide, faint, lost])
    assert all(f["content"] > f["width"] for f in layouts[:3])
    assert all(f["faint"][0][0] == "H1" for f in layouts[3:6])
    assert all(f["lost"] == f["nodes"] for f in layouts[6:])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without the report."""
    pytest.importorskip("pdoc", reason="the extra `docs` is not installed")
    made = tmp_path_factory.mktemp("site")
    pages = {**site._own_pages(), **site.api_pages()}
    write(made, {**pages, search.INDEX_FILE: search.search_index(pages)})
    return made


@pytest.mark.parametrize("size", ["390,900", "1280,900"])
def test_axe_finds_nothing_in_the_site_and_its_api_pages(
    made: Path, tmp_path: Path, size: str
) -> None:
    for name in SITE:
        breaches = violations(tmp_path, (made / name).read_text("utf-8"), size)
        assert [breach for breach in breaches if breach[0] in ("serious", "critical")] == [], name
