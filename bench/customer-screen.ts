import type { Locator, Page } from 'playwright-core'
import { password } from '../test/window/steps.ts'
import { startBrowserHost } from './browser-host-process.ts'
import { launchChromium } from './chromium.ts'
import type { ServicePlace } from './core-storage.ts'
import { barDrag, fling, type GridFigures, openEditors, wheel } from './grid-frames.ts'

export interface ScreenFigures extends GridFigures {
  /** From the press on "Customers" to the frame that shows rows. */
  readonly firstRowsMs: number
  /** From the last letter of a search to the frame that shows what it found, the pause for further letters included. */
  readonly searchMs: number
  readonly sortMs: number
  /** From the paste of 1,000 cells to the frame that shows their preview. */
  readonly pastePreviewMs: number
  /** Frames a second while the bar is drawn over the whole list. */
  readonly barFps: number
  /** What the window holds more after the list was gone through than before it was opened. */
  readonly heapMiB: number
}

const opened = 7
const pastes = 4

/** The customers in Chromium, as many as the service has: the screen opened, searched, sorted and gone through. */
export async function measureCustomerScreen(service: ServicePlace, customers: number): Promise<ScreenFigures> {
  const host = await startBrowserHost()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1320, height: 860 } })
    page.setDefaultTimeout(400_000)
    await page.goto(host.url)
    await connect(page, service)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText(new RegExp(`^${customers.toLocaleString('en-AU')} customers.*Updated `)).waitFor()
    // The indexes are made at the end of the first look, with all that the machine has: once in the life of a copy.
    await page.getByText(/^Reading customers/).waitFor({ state: 'hidden' })
    page.setDefaultTimeout(60_000)
    const grid = page.getByRole('grid', { name: 'Customers' })
    const first: number[] = []
    for (let turn = 0; turn < opened; turn += 1) {
      await page.getByRole('link', { name: 'Upload history' }).click()
      await grid.waitFor({ state: 'detached' })
      first.push(await shownAfter(page, () => page.getByRole('link', { name: 'Customers', exact: true }).click(), ''))
    }
    const heapBefore = await heapMiB(page)
    const name = await grid.locator('[data-row="5"] > [data-column="2"]').innerText()
    const search = page.getByRole('searchbox', { name: 'Search customers' })
    const searchMs = await shownAfter(page, () => search.fill(name), name)
    await search.fill('')
    await page.getByText(/customers? found/).waitFor({ state: 'hidden' })
    const heading = grid.getByRole('columnheader', { name: 'Rego' })
    const sortMs = await shownAfter(page, () => heading.click(), null)
    const pastePreviewMs = await previewPaste(page, grid)
    const frames = { wheelMs: await wheel(page, grid), ...(await fling(grid)), ...(await barDrag(grid)) }
    const editorMs = await openEditors(page, grid)
    return {
      firstRowsMs: median(first),
      searchMs,
      sortMs,
      pastePreviewMs,
      ...frames,
      editorMs,
      heapMiB: (await heapMiB(page)) - heapBefore,
    }
  } finally {
    await browser.close()
    await host.stop()
  }
}

async function connect(page: Page, service: ServicePlace): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Enter account details' }).click()
  await page.getByRole('textbox', { name: 'Service address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByRole('button', { name: 'Save and connect' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}

/**
 * Milliseconds from the event that `act` makes to the frame after the first row has changed to one with `name` in it (empty: any name;
 * null: any other than before).
 */
async function shownAfter(page: Page, act: () => Promise<void>, name: string | null): Promise<number> {
  await page.evaluate((wanted) => {
    const cell = (): string =>
      document.querySelector('[role=grid] [data-row="0"] > [data-column="2"]:not(.awaited)')?.textContent ?? ''
    const before = cell()
    const shown = new Promise<number>((resolve) => {
      let startedMs = Number.NaN
      const start = (event: Event): void => {
        if (Number.isNaN(startedMs)) startedMs = event.timeStamp
      }
      for (const type of ['click', 'input']) document.addEventListener(type, start, { capture: true, once: true })
      const watch = new MutationObserver(() => {
        const now = cell()
        if (Number.isNaN(startedMs) || now === '' || (wanted === null ? now === before : !now.includes(wanted))) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedMs)))
      })
      watch.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    })
    Object.assign(globalThis, { shown })
  }, name)
  await act()
  return page.evaluate(() => (globalThis as { shown?: Promise<number> }).shown ?? Number.NaN)
}

/** Pastes 1,000 names over the first rows, and closes the preview. Median of the later ones: the first loads the dialog. */
async function previewPaste(page: Page, grid: Locator): Promise<number> {
  const text = Array.from({ length: 1_000 }, (_, row) => `Pasted ${'abcdefghij'[row % 10]}name`).join('\n')
  const samples: number[] = []
  for (let turn = 0; turn < pastes; turn += 1) {
    await grid.locator('[data-row="0"] > [data-column="2"]').click()
    const shownMs = await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const startedMs = performance.now()
      const shown = new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!document.querySelector('#cell-change [role=status]')) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedMs)))
        })
        watch.observe(document, { childList: true, subtree: true })
      })
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return shown
    }, text)
    samples.push(shownMs)
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Paste cells' }).waitFor({ state: 'hidden' })
  }
  return median(samples.slice(1))
}

async function heapMiB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 ** 2
}

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN
