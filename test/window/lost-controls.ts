import type { Page } from 'playwright-core'

/** Buttons, links and fields that cannot be scrolled into the window, or that something else covers there. */
export const lostControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const controls = 'button, a[href], input, select, textarea, [role="tab"], [role="combobox"]'
    // What is behind a modal dialog cannot be used anyway.
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((each) => each.checkVisibility())
    for (const control of (modal ?? document).querySelectorAll<HTMLElement>(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (
        control.closest('[inert], [aria-hidden="true"], .fc-visually-hidden') ||
        control.matches('.fc-visually-hidden, .skip')
      )
        continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const name = (control.getAttribute('aria-label') ?? control.innerText).trim().slice(0, 40)
      const what = `${control.tagName.toLowerCase()} “${name}” ${control.className.slice(0, 40)} at ${Math.round(left)}-${Math.round(right)}, ${Math.round(top)}-${Math.round(bottom)}`
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) found.push(`outside: ${what}`)
      else {
        const there = document.elementFromPoint(x, y)
        const isReached =
          there !== null &&
          (control.contains(there) || there.contains(control) || control.closest('label')?.contains(there) === true)
        if (!isReached) found.push(`covered: ${what} by ${there?.outerHTML.slice(0, 80)}`)
      }
    }
    return found
  })
