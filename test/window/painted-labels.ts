import type { Page } from 'playwright-core'

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
 * The chosen controls whose label is not to be read on the pixels of the screen, in the theme that the page has now: something may be painted
 * over a text that has the right colour.
 */
export async function unreadableLabels(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const control of await page.locator(chosen).all()) {
    const { kind, text } = await control.evaluate((element) => ({
      kind: `${element.tagName} ${element.getAttribute('role')} ${element.className}`,
      text: (element as HTMLElement).innerText.trim(),
    }))
    if (text === '' || read.has(kind) || !(await control.isVisible())) continue
    read.add(kind)
    const picture = await control.screenshot()
    if ((await strongestContrast(page, picture)) < 4.5)
      found.push(`painted label of what is chosen, “${text}”: ${kind}`)
  }
  return found
}

/** The contrast (WCAG 2.2, 1 to 21) between the most usual colour of a picture and the one that differs most from it, of at least 1 % of the pixels. */
async function strongestContrast(page: Page, png: Buffer): Promise<number> {
  // A page of its own: the policy of the window's page loads no such picture.
  const reader = await page.context().newPage()
  try {
    return await reader.evaluate(async (base64) => {
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
      const usual = [...shares.entries()]
        .toSorted((one, other) => other[1] - one[1])
        .filter(([, share]) => share >= 0.01)
      const ground = luminance(usual[0]?.[0] ?? '')
      return Math.max(
        1,
        ...usual
          .map(([color]) => luminance(color))
          .map((other) => (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05)),
      )
    }, png.toString('base64'))
  } finally {
    await reader.close()
  }
}
