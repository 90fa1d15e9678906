import type { Locator, Page } from 'playwright-core'
import { beginWithPractice, openSpreadsheet } from '../test/window/steps.ts'
import { startBrowserHost } from './browser-host-process.ts'
import { launchChromium } from './chromium.ts'

export interface GridFigures {
  /** Between two frames while the wheel turns, at the ninety-ninth percentile. */
  readonly wheelMs: number
  /** Frames a second while rows fly by. */
  readonly flingFps: number
  /** The share of those frames in which the middle of the grid showed no row at all. */
  readonly blankShare: number
  /** From the key to the frame that shows the editor, at the ninety-fifth percentile. */
  readonly editorMs: number
}

const wheelTurns = 90
const flingFrames = 120
const editorTries = 40

/** The rows of a long draft in Chromium: the wheel, a fling, and Enter in a cell forty times. */
export async function measureGrid(csv: string): Promise<GridFigures> {
  const host = await startBrowserHost()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1320, height: 860 } })
    await page.goto(host.url)
    await beginWithPractice(page)
    await openSpreadsheet(page, csv)
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Check' }).click()
    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await grid.locator('.cell').first().waitFor()
    return { wheelMs: await wheel(page, grid), ...(await fling(grid)), editorMs: await openEditors(page, grid) }
  } finally {
    await browser.close()
    await host.stop()
  }
}

export async function wheel(page: Page, grid: Locator): Promise<number> {
  const box = await grid.boundingBox()
  if (!box) throw new Error('The grid is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const gaps = grid.evaluate(
    (_, wanted) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        let last: number | null = null
        // By the frames' own times: when in its frame a callback gets its turn says nothing about frames that were left out.
        const onFrame = (frameMs: number): void => {
          if (last !== null) seen.push(frameMs - last)
          last = frameMs
          if (seen.length < wanted) requestAnimationFrame(onFrame)
          else resolve(seen)
        }
        requestAnimationFrame(onFrame)
      }),
    wheelTurns,
  )
  for (let turn = 0; turn < wheelTurns; turn += 1) await page.mouse.wheel(0, 120)
  return percentile(await gaps, 0.99)
}

/** The bar of the grid drawn from its top to its bottom and back, an equal way at each frame. */
export const barDrag = (grid: Locator): Promise<{ readonly barFps: number }> =>
  grid.evaluate(
    (element, wanted) =>
      new Promise<{ barFps: number }>((resolve) => {
        const wayPx = element.scrollHeight - element.clientHeight
        const startedMs = performance.now()
        let frames = 0
        const onFrame = (): void => {
          frames += 1
          const part = (frames / wanted) * 2
          element.scrollTop = wayPx * (part <= 1 ? part : 2 - part)
          if (frames < wanted) requestAnimationFrame(onFrame)
          else resolve({ barFps: (frames / (performance.now() - startedMs)) * 1_000 })
        }
        requestAnimationFrame(onFrame)
      }),
    flingFrames,
  )

/** Forty rows further at each frame. */
export const fling = (grid: Locator): Promise<Pick<GridFigures, 'flingFps' | 'blankShare'>> =>
  grid.evaluate(
    (element, wanted) =>
      new Promise<{ flingFps: number; blankShare: number }>((resolve) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const startedMs = performance.now()
        let frames = 0
        let blank = 0
        const onFrame = (): void => {
          frames += 1
          const middle = document.elementFromPoint(left + width / 2, top + height / 2)
          if (!middle?.closest('[role=row]')) blank += 1
          element.scrollTop += 1_440
          if (frames < wanted) requestAnimationFrame(onFrame)
          else resolve({ flingFps: (frames / (performance.now() - startedMs)) * 1_000, blankShare: blank / frames })
        }
        requestAnimationFrame(onFrame)
      }),
    flingFrames,
  )

export async function openEditors(page: Page, grid: Locator): Promise<number> {
  const taken: number[] = []
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  const cell = grid.locator('[data-row="3"] > .editable:not(.awaited)').first()
  await cell.click()
  for (let turn = 0; turn < editorTries; turn += 1) {
    await grid.evaluate((element) => {
      const painted = new Promise<number>((resolve) => {
        let pressedMs = Number.NaN
        element.addEventListener('keydown', (event) => (pressedMs = event.timeStamp), { once: true, capture: true })
        element.addEventListener(
          'focusin',
          // The frame after this one has been painted.
          () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedMs))),
          { once: true },
        )
      })
      Object.assign(globalThis, { painted })
    })
    await page.keyboard.press('Enter')
    taken.push(await page.evaluate(() => (globalThis as { painted?: Promise<number> }).painted ?? Number.NaN))
    await page.keyboard.press('Escape')
  }
  return percentile(taken, 0.95)
}

/** The smallest sample that at least this share of them does not exceed (nearest rank). */
function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.ceil(sorted.length * share) - 1]
  if (value === undefined) throw new Error('There is nothing to take a percentile of')
  return value
}
