import type { Page } from 'playwright-core'
import type { MarketView } from '../../src/contract/market.ts'
import { success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { madeMarket, madePlace } from '../window/made-market.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'

/** Text that no screen may show. */
export async function technicalText(page: Page): Promise<string[]> {
  const text = await page.locator('main').innerText()
  return [...text.matchAll(/undefined|\bnull\b|NaN|\[object|[{[]"/g)].map(([word]) => word)
}

/** The number of A4 pages in print, with the browser's usual margins. */
export async function printedPages(page: Page): Promise<number> {
  const margin = '10mm'
  const paper = await page.pdf({ format: 'A4', margin: { top: margin, bottom: margin, left: margin, right: margin } })
  return paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}

export const wholeScreen = { viewport: { width: 1320, height: 2400 } } as const

export interface MarketScreen {
  readonly host: HostTwin
  readonly page: Page
}

interface MarketOptions extends StageOptions {
  readonly title?: string
  readonly market?: MarketView
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin) => void
}

/** Opens the market of a car, with twelve listings unless others are given. */
export async function openMarket({
  title = '2021 Mazda CX-5 Touring',
  market = madeMarket(12),
  prepare,
  ...options
}: MarketOptions = {}): Promise<MarketScreen> {
  const host = createPracticeHost()
  host.answer('market.view', () => success(market))
  host.answer('market.place', () => success(madePlace))
  prepare?.(host)
  const page = await openWindow(`/lookup/vehicle/made-1?title=${encodeURIComponent(title)}&tab=market`, host, options)
  return { host, page }
}
