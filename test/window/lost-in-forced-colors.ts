import type { Page } from 'playwright-core'

/**
 * What a high-contrast theme of the system does not show on the current screen: a selected or checked control that looks like the others, a
 * disabled one that looks enabled, a dialog without an edge, a text, icon or bar in the colour of its ground, and the focus. The page keeps
 * the theme.
 */
export async function lostInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const parse = (text: string): Color => {
      const numbers = (text.match(/[\d.]+/g) ?? []).map(Number)
      const scale = text.startsWith('color(') ? 255 : 1
      const [red = 0, green = 0, blue = 0, alpha = 1] = numbers
      return [red * scale, green * scale, blue * scale, alpha]
    }
    const probe = document.body.appendChild(document.createElement('span'))
    const system = (name: string): string => {
      probe.style.color = name
      return getComputedStyle(probe).color
    }
    const [highlight, grey, canvas] = [system('Highlight'), system('GrayText'), system('Canvas')]
    probe.remove()

    const luminance = ([red, green, blue]: Color): number => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one: string, other: string): number => {
      const [a, b] = [luminance(parse(one)), luminance(parse(other))]
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    }
    const groundOf = (element: Element | null): string => {
      for (let each = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each)
        if (parse(backgroundColor)[3] > 0.5) return backgroundColor
      }
      return canvas
    }
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      return isVisible && width > 1 && height > 1 && !element.closest('.fc-visually-hidden, [inert]')
    }
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((each) => each.checkVisibility())
    const all = (selector: string): HTMLElement[] =>
      [...(modal ?? document).querySelectorAll<HTMLElement>(selector)].filter(isShown)
    const found: string[] = []
    const report = (what: string, element: Element): void =>
      void found.push(`forced colours, ${what}: ${element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)}`)
    const paint = (element: Element, part?: string): string => getComputedStyle(element, part).backgroundColor

    const chosen =
      '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"], [aria-current="date"])'
    for (const element of all(chosen)) if (paint(element) !== highlight) report('selected', element)
    for (const rail of all('.n-switch__rail'))
      if ((paint(rail) === highlight) !== (rail.closest('.n-switch--active') !== null)) report('switch', rail)
    for (const box of all('.n-checkbox-box')) {
      const isOn = box.closest('.n-checkbox--checked, .n-checkbox--indeterminate') !== null
      if ((paint(box) === highlight) !== isOn) report('checkbox', box)
    }
    for (const dot of all('.n-radio__dot--checked')) if (paint(dot, '::before') !== highlight) report('radio', dot)
    for (const box of all('.grid .box.on, .grid .box.part'))
      if (paint(box, '::after') !== highlight) report('checkbox of a row', box)
    for (const option of all('[aria-checked="true"]:is([role="option"], [role^="menuitem"])'))
      if (!option.querySelector('svg')) report('checked', option)
    for (const control of all('button:disabled, [aria-disabled="true"]'))
      if (getComputedStyle(control).color !== grey) report('disabled', control)
    for (const fill of all('.n-progress-graph-line-fill'))
      if (contrast(paint(fill), groundOf(fill.parentElement)) < 3) report('progress', fill)
    for (const cell of all('.grid .cell:is(.error, .failed, .conflict, .warning)'))
      if (getComputedStyle(cell).outlineStyle === 'none') report('state of a cell', cell)
    for (const layer of [
      ...all('[role="dialog"], [role="menu"], .n-popover, .toast, .n-tag'),
      ...(modal ? [modal] : []),
    ]) {
      const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(layer)
      const hasEdge = (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1) || outlineStyle !== 'none'
      if (!hasEdge && !layer.parentElement?.closest('[role="dialog"], .n-popover')) report('edge', layer)
    }
    for (const bar of all('.fc-painted:not(svg, :empty) > *, .fc-painted:not(svg):empty')) {
      if (bar.closest(`${chosen}, [role^="menuitem"]:focus`) || parse(paint(bar))[3] === 0) continue
      if (contrast(paint(bar), groundOf(bar.parentElement)) < 1.5) report('bar or dot', bar)
    }
    // Drawings with colours of their own, such as the brand, keep them.
    for (const icon of all('svg:is([stroke="currentColor"], [fill="currentColor"])'))
      if (contrast(getComputedStyle(icon).color, groundOf(icon.parentElement)) < 3) report('icon', icon)
    for (const element of all('*')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
      if (hasText && contrast(getComputedStyle(element).color, groundOf(element)) < 4.5) report('text', element)
    }
    const focused = document.activeElement?.closest('.n-input') ?? document.activeElement
    const outlined = '.grid .cell:focus, .n-input:focus-within, :is(button, a, select):focus-visible'
    if (focused?.matches(outlined)) {
      const { outlineStyle, outlineWidth } = getComputedStyle(focused)
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) report('focus', focused)
    }
    return found
  })
}
