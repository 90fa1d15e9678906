import type { Page } from 'playwright-core'
import { sharedBrowser } from './harness.ts'

/** Selected, pressed and checked controls with a text, and active items of a menu. */
const chosen = [
  '[aria-selected="true"]',
  '[aria-pressed="true"]',
  '[aria-checked="true"]:is([role="option"], [role^="menuitem"])',
  '[aria-current]:not([aria-current="false"], [aria-current="date"])',
  '[role^="menuitem"]:focus',
].join()

/** Kinds of controls that were read before, by tag, role and classes: each kind once in a run. */
const read = new Set<string>()

/**
 * The texts of chosen controls that are not to be read on the pixels of the screen, in the theme that the page has now: something may be painted
 * over a text that has the right colour.
 */
export async function unreadableLabels(page: Page): Promise<string[]> {
  const found: string[] = []
  // What is behind a dialog is dimmed.
  const modal = page.locator('[aria-modal="true"]:visible').last()
  const shown = (await modal.count()) > 0 ? modal : page
  for (const control of await shown.locator(chosen).all()) {
    if (!(await control.isVisible())) continue
    const { kind, texts } = await control.evaluate((element) => {
      element.scrollIntoView({ block: 'nearest' })
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const seen = []
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        range.selectNodeContents(node)
        const { x, y, width, height } = range.getBoundingClientRect()
        const isInView = width > 1 && x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight
        // A text for screen readers alone is cut by its element.
        const isPainted = (node.parentElement?.getBoundingClientRect().width ?? 0) > 1
        const text = node.nodeValue?.trim() ?? ''
        if (text !== '' && isInView && isPainted) seen.push({ text, place: { x, y, width, height } })
      }
      return { kind: `${element.tagName} ${element.getAttribute('role')} ${element.className}`, texts: seen }
    })
    if (texts.length === 0 || read.has(kind)) continue
    read.add(kind)
    for (const { text, place } of texts) {
      if ((await shareOfInk(await page.screenshot({ clip: place }))) < leastInk)
        found.push(`painted label of what is chosen, “${text}”: ${kind}`)
    }
  }
  return found
}

/** A separate page, because the policy of the window's page loads no picture of a test. Each picture of a run is read in it. */
let reader: Promise<Page> | null = null

/** Letters cover at least a tenth of their line, of which a part is blurred. */
const leastInk = 0.02

/** The share of pixels that differ enough from the most usual colour to be read (contrast of 4.5, WCAG 2.2). */
async function shareOfInk(png: Buffer): Promise<number> {
  reader ??= sharedBrowser(true).then((browser) => browser.newPage())
  return (await reader).evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    drawing?.drawImage(bitmap, 0, 0)
    const pixels = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
    const shares = new Map<string, number>()
    for (let at = 0; at < pixels.length; at += 4) {
      const color = pixels.slice(at, at + 3).join()
      shares.set(color, (shares.get(color) ?? 0) + 4 / pixels.length)
    }
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = color.split(',').map((value) => {
        const share = Number(value) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [usual = ''] = [...shares].toSorted((one, other) => other[1] - one[1])[0] ?? []
    const ground = luminance(usual)
    const isInk = (color: string): boolean => {
      const other = luminance(color)
      return (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05) >= 4.5
    }
    return [...shares].reduce((sum, [color, share]) => sum + (isInk(color) ? share : 0), 0)
  }, png.toString('base64'))
}
