"""What is looked for on every page, as functions that run in it; each returns what is wrong, or whether all is well."""

from __future__ import annotations

FITS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open]")].every(
  one => one.scrollWidth <= one.clientWidth)"""
# What a finger can't press without aiming; links within a sentence are as high as its letters.
TOO_SMALL = """least => [...(document.querySelector("dialog[open]") ?? document).querySelectorAll(
  "button, a[href], select, summary, input:not([type=checkbox], [type=file]), label:has(> [type=checkbox])",
)].filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip, p, article, td"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < least - 0.5)
  .map(([one, box]) => `${one.ariaLabel || one.textContent.trim() || one.type} (${box.width} x ${box.height})`)"""
AXE_RUN = """options => axe.run(document, { resultTypes: ["violations"], ...options }).then(found =>
  found.violations.map(one =>
    `${one.id} (${one.help}): ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`))"""
# All that a theme can change (`test_themes_differ_in_colours_only`); other rules would see the same page twice.
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# Text that leaves the box that it stands in, or lies on other text of the same button, label or line. A box is what has
# an edge, a ground of its own or cuts off what is too large; what scrolls shows all of it.
ASTRAY = """async slack => {
  for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame); // boards find their size in steps
  const open = document.querySelector("dialog[open]"), places = new Map(), wrong = new Set();
  const walk = document.createTreeWalker(open ?? document.body, NodeFilter.SHOW_TEXT);
  const leaves = (text, box) => text.left < box.left - slack || text.right > box.right + slack ||
    text.top < box.top - slack || text.bottom > box.bottom + slack;
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * slack;
  const scrolls = style => /auto|scroll/.test(style.overflowX + style.overflowY);
  const bounds = style => parseFloat(style.borderTopWidth) > 0 || parseFloat(style.borderLeftWidth) > 0 ||
    !/, 0\\)$|transparent/.test(style.backgroundColor) || /hidden|clip/.test(style.overflowX + style.overflowY);
  for (let node; (node = walk.nextNode());) {
    const holder = node.parentElement, words = node.data.trim();
    if (!words || holder.closest(".unseen, .skip, svg, option, noscript")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(one => one.width > 1);
    for (let box = holder; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === "inline" || style.display === "contents") continue;
      if (scrolls(style)) break;
      const edge = box.getBoundingClientRect();
      if (bounds(style) && style.webkitLineClamp === "none" && rects.some(one => leaves(one, edge)))
        wrong.add(`"${words}" leaves ${box.tagName.toLowerCase()}.${box.className}`);
      if (/absolute|fixed|sticky/.test(style.position)) break;
    }
    const unit = holder.closest("button, .button, label, summary, li, dt, dd, h1, h2, h3, td, p");
    if (unit && !/absolute|fixed/.test(getComputedStyle(holder).position))
      places.set(unit, [...(places.get(unit) ?? []), { words, rects }]);
  }
  for (const texts of places.values())
    texts.forEach((one, place) => texts.slice(place + 1).forEach(other => {
      if (one.rects.some(rect => other.rects.some(second => meet(rect, second))))
        wrong.add(`"${one.words}" lies on "${other.words}"`);
    }));
  return [...wrong];
}"""
SLACK = 1.5  # pixels by which the room of a line of text is higher than its letters
