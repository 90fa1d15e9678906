import type { Locator, Page } from 'playwright-core'

/** Pastes text at the focused cell or another place, as a spreadsheet puts it on the clipboard. */
export const pasteText = (page: Page, text: string, place = ':focus'): Promise<void> =>
  page.locator(place).evaluate((focused, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Elements that are cut: their content is wider than they are. */
export const cutTexts = (cells: Locator): Promise<string[]> =>
  cells.evaluateAll((found) =>
    found.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent ?? ''),
  )

/** How many rows of a grid are wholly in view, without the headings and above a scroll bar. */
export const visibleRows = (grid: Locator): Promise<number> =>
  grid.evaluate((element) => {
    const view = element.getBoundingClientRect()
    const top = view.top + (element.querySelector('[role="row"]')?.getBoundingClientRect().height ?? 0)
    const bottom = view.top + element.clientTop + element.clientHeight
    const isVisible = (row: Element): boolean => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= bottom + 0.5
    }
    return [...element.querySelectorAll('[role="row"][data-row]:not([data-row="-1"])')].filter(isVisible).length
  })
