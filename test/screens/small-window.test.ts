import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { cellOf, panel } from '../window/customers-steps.ts'
import { carsOf, openCalls } from './call-screen.ts'
import { numberedCustomers, openCustomers } from './customer-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, noUploads } from './standard-answers.ts'
import { answerUploads, finishedUpload } from './upload-screen.ts'

/** 200 % of 1280 by 800. */
const viewport = { width: 640, height: 400 } as const

/** The sides of the window that an element crosses. */
const crossed = (element: Locator): Promise<string[]> =>
  element.evaluate((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect()
    const sides = { left: left < 0, top: top < 0, right: right > innerWidth, bottom: bottom > innerHeight }
    return Object.entries(sides).flatMap(([side, isCrossed]) => (isCrossed ? [side] : []))
  })

const cutPlaceholder = (page: Page): Promise<boolean> =>
  page
    .getByRole('search')
    .locator('.n-input__placeholder')
    .evaluate((each) => each.scrollWidth > each.clientWidth)

describe('a window at 200 % zoom', () => {
  longTest('shows the whole panel of a button that has less room at its side', async () => {
    const { page } = await openCustomers({ viewport })
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = panel(page, 'Filter customers')
    await filter.getByRole('checkbox').first().waitFor()
    await expect.poll(() => crossed(filter)).toEqual([])
    await page.setViewportSize({ width: 700, height: 400 })
    await expect.poll(() => crossed(filter)).toEqual([])
  })

  longTest('cuts no placeholder of a search, in the customers and in the upload history', async () => {
    const { page } = await openCustomers({ viewport })
    const customersCut = await cutPlaceholder(page)
    const host = createPracticeHost()
    answerUploads(host, [finishedUpload()])
    const history = await openWindow('/uploads', host, { viewport })
    expect([customersCut, await cutPlaceholder(history)]).toEqual([false, false])
  })

  longTest('shows a customer over the rows, and the rows again', async () => {
    const { page, grid } = await openCustomers({ viewport, customers: numberedCustomers(12) })
    await (await cellOf(grid, 'Customer 01', 'Name')).click()
    await page.keyboard.press('Control+Enter')
    const details = page.getByRole('complementary', { name: 'Details of Customer 01' })
    await details.getByRole('heading', { name: 'Customer 01' }).waitFor()
    expect(await crossed(details.getByRole('heading', { name: 'Customer 01' }))).toEqual([])
    await details.getByRole('button', { name: /^Close/ }).click()
    await details.waitFor({ state: 'detached' })
    expect(await crossed(await cellOf(grid, 'Customer 01', 'Name'))).toEqual([])
  })

  it('shows calls and the number of the one that is open', async () => {
    const { page, card } = await openCalls({ viewport, cars: carsOf('Priya Raman', 'Liam Campbell') })
    const rows = page.getByRole('tree', { name: 'Call list' }).getByRole('treeitem', { level: 2 })
    expect(await crossed(rows.nth(1))).toEqual([])
    expect(await crossed(card.getByRole('button', { name: 'Call', exact: true }))).toEqual([])
  })
})

it.each([viewport, ...onlyLong({ width: 1024, height: 700 }, { width: 1280, height: 800 })])(
  'names a running upload in the sidebar, and lays no control of the top bar over another when the service does not respond, at $width pixels',
  async (size) => {
    const { page } = await openCustomers({
      viewport: size,
      prepare(host) {
        host.answer('uploads.overview', () => success({ ...noUploads, open: 1, running: 1, done: 1, total: 9 }))
        host.answer('connections.state', () => success(connectionState(undefined, { reachability: 'service-down' })))
      },
    })
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link', { name: 'Upload history 1 upload running, 11%' }).waitFor()
    const edges = await page
      .getByRole('banner')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    expect(edges.length).toBeGreaterThan(5)
    for (const [at, [left = 0]] of edges.entries()) expect(left).toBeGreaterThanOrEqual(edges[at - 1]?.[1] ?? 0)
  },
)
