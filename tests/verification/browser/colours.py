"""What eyes need of colours: figures that stand out, and states that are told without any."""

from playwright.sync_api import Page

STANDS_OUT = 7
"""The contrast of a figure with its ground that can be read in the sun."""
CONTRAST = r"""
  const parts = colour => colour.match(/[\d.]+/g).map(Number);
  const light = colour => parts(colour).slice(0, 3).map(v => v / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = e => {
    const colour = e ? getComputedStyle(e).backgroundColor : 'rgb(255, 255, 255)';
    return parts(colour)[3] === 0 ? ground(e.parentElement) : colour;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
"""
"""Of a script: the contrast of two colours, and the ground that an element lies on."""
FAINT = (
    "least => {"
    + CONTRAST
    + r"""
  const stands = e => contrast(getComputedStyle(e).color, ground(e));
  const own = e => [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim();
  const out = 'svg, :disabled, [aria-hidden=true], .vh';
  const seen = {visibilityProperty: true, opacityProperty: true};
  return [...document.body.querySelectorAll('*')]
    .filter(e => /^[+−-]?\d[\d\s.,:]*(\sKč)?$/.test(own(e)) && !e.closest(out))
    .filter(e => e.checkVisibility(seen) && stands(e) < least)
    .map(e => `${own(e)} (${e.closest('[class]')?.className}): ${stands(e).toFixed(1)}`);
}"""
)
"""The figures with less contrast than that, each with its own."""
ALIKE = """() => {
  const set = '[aria-pressed="true"], [aria-current]:not([aria-current="false"]), :checked';
  const parts = ['backgroundColor', 'borderWidth', 'borderStyle', 'outlineStyle', 'display'];
  const look = e => [e, ...e.querySelectorAll('*')].map(each => {
    const style = getComputedStyle(each);
    return parts.map(part => style[part]).join();
  }).join(';');
  // A field shows by its label what is chosen, unless the browser draws it.
  const field = e => e.matches('input, option');
  const shown = e => (field(e) ? e.labels?.[0] : e);
  const drawn = e => field(e) && getComputedStyle(e).appearance !== 'none' && e.offsetWidth > 4;
  const near = e => [e.parentElement, ...e.parentElement.parentElement.children]
    .flatMap(parent => [...parent.children]).filter(o => o.tagName === e.tagName);
  const others = e => (field(e)
    ? [...document.getElementsByName(e.name)].filter(o => !o.checked).map(shown)
    : near(e).filter(o => !o.matches(set)));
  const found = [];
  for (const e of document.querySelectorAll(set)) {
    const it = shown(e);
    if (!it?.checkVisibility() || drawn(e)) continue;
    const same = others(e).find(o => o?.className === it.className
      && o.checkVisibility() && look(o) === look(it));
    if (same) found.push(`${it.outerHTML.slice(0, 120)} looks as ${same.outerHTML.slice(0, 120)}`);
  }
  return found;
}"""
"""What is chosen, pressed or where one is, and looks as something that is not."""


def faint_figures(page: Page) -> list[str]:
    """The figures of a page that do not stand out in either theme; leaves the page light."""
    faint: list[str] = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        faint += [f"{theme}: {each}" for each in page.evaluate(FAINT, STANDS_OUT)]
    return faint


def alike_without_colours(page: Page) -> list[str]:
    """The states of a page that are told by colours alone: high contrast takes those away."""
    page.emulate_media(forced_colors="active")
    try:
        return list(page.evaluate(ALIKE))
    finally:
        page.emulate_media(forced_colors="none")
