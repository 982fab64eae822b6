// What is seen of a page, found in the browser by code that the page knows nothing of (SURVEY in browser.py).
async ({backdrop, isAll}) => {
  // A heading is there before the style sheet is.
  if (document.readyState != "complete") await new Promise(done => addEventListener("load", done, {once: true}))
  const channels = text => {
    const found = (text.match(/[\d.]+/g) || []).map(Number)
    return /^color\(srgb/.test(text) ? [...found.slice(0, 3).map(part => part * 255), found[3] ?? 1] : [...found, 1].slice(0, 4)
  }
  const over = (top, bottom) => [0, 1, 2].map(i => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1)
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(p => p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05) }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches
  const canvas = backdrop ? channels(backdrop) : isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]
  const ground = element => {
    const layers = []
    for (let e = element; e; e = e.parentElement) layers.push(channels(getComputedStyle(e).backgroundColor))
    return layers.reverse().reduce((below, layer) => over(layer, below), canvas)
  }
  const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1
  const seen = element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element)
    return box.width > 1 && box.height > 1 && style.visibility != "hidden" && !style.clipPath.startsWith("inset(50%")
  }
  const said = element => (element.labels?.[0]?.innerText ?? element.innerText ?? "").trim()
  const focused = document.activeElement
  let focus = null
  if (focused && focused != document.body && focused != document.documentElement) {
    const style = getComputedStyle(focused), box = focused.getBoundingClientRect()
    const outside = ground(focused.parentElement)
    focus = {
      name: said(focused), top: box.top + scrollY, left: box.left, tag: focused.localName,
      outline: style.outlineStyle, width: parseFloat(style.outlineWidth),
      contrast: ratio(over(channels(style.outlineColor), outside), outside),
      visible: box.top >= 0 && box.bottom <= innerHeight && seen(focused),
    }
  }
  if (!isAll) return {focus}
  const contrast = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; node = words.nextNode();) {
    const element = node.parentElement
    if (!node.data.trim() || !seen(element)) continue
    const below = ground(element), colour = channels(getComputedStyle(element).color)
    colour[3] *= opacity(element)
    contrast.push([ratio(over(colour, below), below), 4.5, node.data.trim().slice(0, 40)])
  }
  const controls = [...document.querySelectorAll("a[href],button,input,select,textarea,iframe,[tabindex]")]
  for (const control of controls.filter(seen)) {
    const style = getComputedStyle(control), outside = ground(control.parentElement)
    const box = control.getBoundingClientRect()
    if (control.matches("input")) {
      contrast.push([ratio(over(channels(style.borderTopColor), outside), outside), 3, "border of " + said(control)])
      contrast.push([ratio(channels(style.color), ground(control)), 4.5, "text in " + said(control)])
    }
    if (control.matches("button,.button"))
      contrast.push([ratio(over(channels(style.borderTopColor), outside), outside), 3, "border of " + said(control)])
  }
  const root = document.documentElement
  const wide = [...document.body.querySelectorAll("*")].filter(seen)
    .filter(e => { const box = e.getBoundingClientRect(); return box.right > root.clientWidth + 1 || box.left < -1 })
  // Words that are cut in two; at a hyphen they may be.
  const broken = []
  for (const element of [...document.querySelectorAll("h1,label,th,button,.button")].filter(seen)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node; node = texts.nextNode();)
      for (const word of node.data.matchAll(/[^\s\-@.]+/g)) {
        const range = document.createRange()
        range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length)
        const lines = [...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top))
        if (new Set(lines).size > 1) broken.push(word[0])
      }
  }
  const main = document.querySelector("main"), padding = main && getComputedStyle(main)
  const column = main ? main.clientWidth - parseFloat(padding.paddingLeft) - parseFloat(padding.paddingRight) : innerWidth
  const attributes = [...document.querySelectorAll("*")].flatMap(e => [...e.attributes].map(a => [e.localName, a.name, a.value]))
  const ids = attributes.filter(([, name]) => name == "id").map(([, , value]) => value)
  return {
    language: root.lang, title: document.title, width: innerWidth,
    headings: [...document.querySelectorAll("h1")].map(e => e.innerText.trim()),
    paragraphs: [...document.querySelectorAll("main p, main li")].map(e => e.innerText.trim()),
    banner: document.querySelector(".banner")?.innerText,
    fields: [...document.querySelectorAll("input:not([type=hidden])")].filter(seen)
      .map(e => ({id: e.id, type: e.type, autocomplete: e.autocomplete, required: e.required, value: e.value,
        described: (e.getAttribute("aria-describedby") || "").split(" ").filter(Boolean)
          .map(id => document.getElementById(id)?.innerText ?? null)})),
    scripts: document.scripts.length,
    code: attributes.filter(([, name, value]) => name.startsWith("on") || /^\s*javascript:/i.test(value)).map(String),
    styles: attributes.filter(([tag, name]) => name == "style").length + document.querySelectorAll("style").length,
    twice: ids.filter((id, index) => ids.indexOf(id) != index),
    dangling: attributes.filter(([, name, value]) => (name == "for" || /^aria-(describedby|labelledby|controls)$/.test(name))
      && value.split(" ").some(id => !ids.includes(id))).map(String),
    low: contrast.filter(([is, least]) => !(is >= least)).map(([is, least, what]) => `${what}: ${is.toFixed(2)} < ${least}`),
    measured: contrast.length, least: Math.min(...contrast.filter(([, least]) => least == 4.5).map(([is]) => is)),
    overflow: root.scrollWidth - root.clientWidth,
    wide: wide.map(e => `${e.localName} ${said(e).slice(0, 30)}`),
    broken, column: column / innerWidth,
    small: controls.filter(seen)
      .filter(e => e.matches("button,.button,input") && e.getBoundingClientRect().height < 44).map(said),
    focus,
  }
}
