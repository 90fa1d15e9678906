import type { Page } from 'playwright-core'
import { callProgram } from '../test/window/program-calls.ts'
import { everyScreen, openScreen, preparePractice, type PracticeRecords } from '../test/window/every-screen.ts'
import { beginWithPractice } from '../test/window/steps.ts'
import { startBrowserHost } from './browser-host-process.ts'
import { launchChromium } from './chromium.ts'

/** Screens that are no part of an ordinary day, or that reload the page. */
const excluded = new Set(['import-columns', 'import-check', 'import-send', 'welcome', 'connect'])

/** What the memory of the window does over many rounds of the ordinary work. */
export interface HourFigures {
  /** By the straight line through all samples after the first rounds. */
  readonly growthMiB: number
  readonly samplesMiB: readonly number[]
}

/** Rounds after which everything was loaded and cached once. */
const warmRounds = 15

/**
 * An hour of work in `rounds` rounds: each visits every screen, scrolls and searches the customers, opens a record, looks up a car, and
 * goes through a draft. The heap is read after a forced collection.
 */
export async function measureHour(rounds: number, roundsPerSample: number): Promise<HourFigures> {
  const host = await startBrowserHost()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1320, height: 860 } })
    page.setDefaultTimeout(120_000)
    await page.goto(host.url)
    await beginWithPractice(page)
    const records = await preparePractice(page)
    await callProgram(page, 'drafts.setStep', { id: records.draftId, step: 'check' })
    const samples: { readonly round: number; readonly MiB: number }[] = []
    for (let round = 0; round < warmRounds + rounds; round += 1) {
      if (round >= warmRounds && (round - warmRounds) % roundsPerSample === 0) {
        samples.push({ round, MiB: await heapMiB(page) })
      }
      await workOnce(page, records)
    }
    samples.push({ round: warmRounds + rounds, MiB: await heapMiB(page) })
    return { growthMiB: slope(samples) * rounds, samplesMiB: samples.map(({ MiB }) => MiB) }
  } finally {
    await browser.close()
    await host.stop()
  }
}

async function workOnce(page: Page, records: PracticeRecords): Promise<void> {
  for (const screen of everyScreen) if (!excluded.has(screen.name)) await openScreen(page, screen, records)
  await goThrough(page, '/customers', 'Customers')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('a')
  await page.getByText(/customers? found/).waitFor()
  await search.fill('')
  await page.getByText(/customers? found/).waitFor({ state: 'hidden' })
  await goThrough(page, `/import/${records.draftId}`, 'Rows of the spreadsheet')
  await page.evaluate(() => void (window.location.hash = '/lookup/query?plate=REG4SUCCESS&state=VIC'))
  await page.getByRole('heading', { name: 'Road authority record' }).waitFor()
}

/** Opens a screen with a grid and scrolls it down and up again. */
async function goThrough(page: Page, path: string, name: string): Promise<void> {
  await page.evaluate((hash) => void (window.location.hash = hash), path)
  const grid = page.getByRole('grid', { name })
  await grid.locator('[data-row="0"]').first().waitFor()
  await grid.hover()
  for (const step of [600, 600, 600, -600, -600, -600]) await page.mouse.wheel(0, step)
  await grid.locator('[data-row="0"]').first().waitFor()
}

async function heapMiB(page: Page): Promise<number> {
  await page.evaluate(() => void (window.location.hash = '/settings/advanced'))
  await page.getByRole('heading', { name: 'About' }).waitFor()
  const session = await page.context().newCDPSession(page)
  // What a first collection finds unreachable can hold other objects until it is finalised.
  for (let collection = 0; collection < 3; collection += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 ** 2
}

/** MiB per round, by least squares. */
function slope(samples: readonly { readonly round: number; readonly MiB: number }[]): number {
  const mean = (of: (sample: { round: number; MiB: number }) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [round, MiB] = [mean((sample) => sample.round), mean((sample) => sample.MiB)]
  const above = mean((sample) => (sample.round - round) * (sample.MiB - MiB))
  return above / mean((sample) => (sample.round - round) ** 2)
}
