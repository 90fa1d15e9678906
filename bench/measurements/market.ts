import type { Browser, Page } from 'playwright-core'
import { success } from '../../src/contract/result.ts'
import { madeMarket, madePlace } from '../../test/window/made-market.ts'
import { beginWithPractice } from '../../test/window/steps.ts'
import { startBrowserHost } from '../browser-host-process.ts'
import { launchChromium } from '../chromium.ts'

export interface MarketFigures {
  /** Script, from the answer to the drawn view: figures, tables, chart. The library is there already. */
  readonly viewScriptMs: number
  /** Script of the least that shows the same points: a circle each on a bare canvas. */
  readonly bareScriptMs: number
  /** All work of the page's thread for one step of the pointer over the points, the tip and its drawing included. */
  readonly hoverMs: number
}

const hoverSteps = 120

/** The market view of so many listings in Chromium, through the real page with a made answer. */
export async function measureMarket(listings: number): Promise<MarketFigures> {
  const host = await startBrowserHost()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1320, height: 860 } })
    const market = success(madeMarket(listings))
    // A car that was looked at before: its small market brings the chart's library in.
    const before = success(madeMarket(12))
    const released = Promise.withResolvers<void>()
    await page.route('**/call/market.view', async (route) => {
      const { vehicleId } = route.request().postDataJSON() as { vehicleId: string }
      if (vehicleId === 'measured') await released.promise
      await route.fulfill({ json: vehicleId === 'measured' ? market : before })
    })
    await page.route('**/call/market.place', (route) => route.fulfill({ json: success(madePlace) }))
    await page.goto(host.url)
    await beginWithPractice(page)
    await openMarket(page, 'before')
    await drawn(page, 'before')
    await openMarket(page, 'measured')
    await page.getByRole('heading', { name: 'Reading the market' }).waitFor()
    const view = await workOf(browser, page, async () => {
      released.resolve()
      await drawn(page, 'measured')
    })
    const hover = await workOf(browser, page, () => moveOverPoints(page))
    const bare = await workOf(browser, page, () => drawBare(page, listings))
    return { viewScriptMs: view.scriptMs, bareScriptMs: bare.scriptMs, hoverMs: hover.allMs / hoverSteps }
  } finally {
    await browser.close()
    await host.stop()
  }
}

const openMarket = (page: Page, vehicleId: string): Promise<unknown> =>
  page.evaluate((id) => (location.hash = `#/lookup/vehicle/${id}?title=${id}&tab=market`), vehicleId)

/** Resolves when the chart of the vehicle has been painted. */
async function drawn(page: Page, vehicleId: string): Promise<void> {
  await page.locator(`article[aria-label="${vehicleId}"] figure canvas`).waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** What the page's thread does that is not script. */
const drawing: ReadonlySet<string> = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'])

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly name?: string }
  /** Microseconds of the processor, which another program's work does not lengthen. */
  readonly tdur?: number
}

/**
 * What the page's thread does meanwhile, in milliseconds of the processor: all of its tasks, and those less style, layout and paint, which is
 * script and the collection of its garbage.
 */
async function workOf(
  browser: Browser,
  page: Page,
  deed: () => Promise<void>,
): Promise<{ readonly allMs: number; readonly scriptMs: number }> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await deed()
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] }
  const events = trace.traceEvents
  const isPage = ({ pid, tid }: TraceEvent): boolean =>
    events.some((one) => one.args?.name === 'CrRendererMain' && one.pid === pid && one.tid === tid)
  const threads = new Set(
    events
      .filter(({ name }) => name === 'RunTask')
      .filter(isPage)
      .map(({ tid }) => tid),
  )
  const sum = (scope: (name: string) => boolean): number =>
    events.reduce((total, { name, tid, tdur = 0 }) => total + (threads.has(tid) && scope(name) ? tdur : 0), 0)
  const all = sum((name) => name === 'RunTask')
  return { allMs: all / 1_000, scriptMs: (all - sum((name) => drawing.has(name))) / 1_000 }
}

const drawBare = (page: Page, points: number): Promise<void> =>
  page.evaluate(
    (count) =>
      new Promise<void>((done) => {
        const canvas = Object.assign(document.createElement('canvas'), { id: 'bare', width: 1_000, height: 380 })
        canvas.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:99'
        document.body.append(canvas)
        const context = canvas.getContext('2d')
        // In a frame of its own, as script of the page is.
        requestAnimationFrame(() => {
          for (let at = 0; context && at < count; at += 1) {
            context.beginPath()
            context.arc((at * 7_919) % 1_000, (at * 104_729) % 380, 4, 0, Math.PI * 2)
            context.fill()
          }
          requestAnimationFrame(() => done())
        })
      }),
    points,
  )

/** The pointer crosses the chart through the thick of its points, a frame a step. */
async function moveOverPoints(page: Page): Promise<void> {
  const canvas = page.locator('figure canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('The chart is not on the screen')
  for (let step = 0; step < hoverSteps; step += 1) {
    const part = step / hoverSteps
    await page.mouse.move(box.x + 80 + part * (box.width - 120), box.y + box.height * (0.2 + 0.5 * part))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
}
