import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type CallGoal, noGoal } from '../../src/contract/call-figures.ts'
import type { MethodOutput } from '../../src/contract/methods.ts'
import { failure, success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerCalls, carsOf, openCalls } from './call-screen.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const sam = { id: 'sam', name: 'Sam Carter', retired: false }

describe('the report', () => {
  const none = { called: 0, reached: 0, booked: 0, offered: 0, bought: 0 }
  const columns = ['Calls', 'Reached', 'Booked', 'Offers', 'Bought', 'Conversion']
  const report = (dates: readonly string[], calls: number): MethodOutput<'sightings.report'> => ({
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    total: { ...none, spotted: calls, called: calls },
    days: dates.map((date, at) => ({ ...none, spotted: at === 0 ? calls : 0, called: at === 0 ? calls : 0, date })),
    people: calls === 0 ? [] : [{ ...none, called: calls, person: sam }],
    goal: noGoal,
  })
  const daysFrom = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `2026-11-${String(first + at).padStart(2, '0')}`)

  async function openReport(): Promise<{ host: HostTwin; page: Page; people: Locator; days: Locator }> {
    const host = createPracticeHost()
    host.answer('sightings.report', ({ period, back }) =>
      success(report(period === 'month' ? daysFrom(1, 30) : daysFrom(16, 7), back === 0 ? 1 : 0)),
    )
    const page = await openWindow('/sightings/report', host)
    const people = page.getByRole('table', { name: 'By person' })
    await people.waitFor()
    return { host, page, people, days: page.getByRole('table', { name: 'By day' }) }
  }

  it('shows the week and month in numbers by day and person, with their definitions', async () => {
    const { page, people, days } = await openReport()
    await page.getByRole('heading', { level: 1, name: 'Calls in numbers' }).waitFor()
    expect(await people.getByRole('columnheader').allInnerTexts()).toEqual(['Person', ...columns])
    expect(await people.getByRole('row').filter({ hasText: 'Sam Carter' }).innerText()).toMatch(
      /Sam Carter\s+1\s+0\s+0\s+0\s+0\s+–/,
    )
    expect(await days.getByRole('rowheader').allInnerTexts()).toHaveLength(7)
    expect(await days.getByRole('columnheader').allInnerTexts()).toEqual(['Day', 'Sightings', ...columns])
    expect(await days.getByRole('rowheader').first().innerText()).toMatch(/^Mon /)
    // The table begins where the heading of its card begins.
    const leftOf = (part: Locator): Promise<number> =>
      part.evaluate((each) => {
        const text = document.createRange()
        text.selectNodeContents(each)
        return Math.round(text.getBoundingClientRect().left)
      })
    expect(await leftOf(people.getByRole('columnheader').first())).toBe(
      await leftOf(page.getByRole('heading', { name: 'By person' })),
    )
    await page.getByText('How these are counted').click()
    await page.getByText('Bought cars as a share of the cars reached.').waitFor()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect.poll(() => days.getByRole('rowheader').count()).toBeGreaterThan(27)
  })

  it('reads the report again on request when that failed', async () => {
    const { host, page } = await openReport()
    const notice = page.getByRole('alert').filter({ hasText: 'Not readable.' })
    host.answer('sightings.report', () => failure({ kind: 'unexpected', message: 'Not readable.' }))
    await page.keyboard.press('[')
    await notice.waitFor()
    host.answer('sightings.report', () => success(report(daysFrom(16, 7), 1)))
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => notice.count()).toBe(0)
  })

  longTest('says that nothing happened in a week, and leads back to this week and to the call list', async () => {
    const { host, page, people } = await openReport()
    await page.keyboard.press('[')
    await page.getByRole('heading', { name: 'Nothing in this week' }).waitFor()
    await page.getByRole('button', { name: 'This week' }).click()
    await people.waitFor()
    await page.getByRole('button', { name: 'Back to the call list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    expect(host.inputsOf('sightings.report').map(({ back }) => back)).toEqual([0, 1, 0])
  })

  longTest('shows how far the calls are towards a goal, which is set, said, and undone', async () => {
    const { host, page } = await openReport()
    let goal: CallGoal = noGoal
    const figures = { ...none, spotted: 0, called: 34, booked: 3 }
    host.answer('sightings.report', () =>
      success({
        ...report(daysFrom(16, 7), 34),
        total: figures,
        people: [{ ...none, called: 34, person: null }],
        goal,
      }),
    )
    host.answer('sightings.setGoal', (next) => {
      const before = goal
      goal = next
      host.announce({ name: 'sightings.changed' })
      return success({ before })
    })
    await page.getByRole('button', { name: 'Set a goal' }).click()
    const panel = page.getByRole('dialog', { name: 'Goal' })
    await panel.getByLabel('Calls a week').fill('many')
    await panel.getByRole('button', { name: 'Save goal' }).click()
    await panel.getByText('Enter a whole number, or nothing.').waitFor()
    await panel.getByLabel('Calls a week').fill('60')
    await page.keyboard.press('Enter')
    const progress = page.getByRole('region', { name: 'Goal' })
    await progress.getByText('34 of 60 calls this week').waitFor()
    await page.getByRole('rowheader', { name: 'Not recorded' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await progress.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set a goal' }).waitFor()
    expect(host.inputsOf('sightings.setGoal')).toEqual([{ calls: 60, appraisals: null, per: 'dealership' }, noGoal])
  })

  longTest('shows each person beside the goal for each, first who bought most', async () => {
    const { host, page, people } = await openReport()
    const jo = { id: 'jo', name: 'Jo Taylor', retired: false }
    host.answer('sightings.report', () =>
      success({
        ...report(daysFrom(16, 7), 34),
        people: [
          { ...none, called: 24, reached: 9, booked: 2, bought: 1, person: jo },
          { ...none, called: 10, reached: 2, person: sam },
        ],
        goal: { calls: 20, appraisals: null, per: 'person' },
      }),
    )
    host.announce({ name: 'sightings.changed' })
    await page.getByText('1 of 2 people reached 20 calls this week').waitFor()
    expect(await people.getByRole('rowheader').allInnerTexts()).toEqual(['Jo Taylor', 'Sam Carter'])
    expect(await people.getByRole('cell', { name: / of 20$/ }).allInnerTexts()).toEqual(['24 of 20', '10 of 20'])
  })

  longTest('is printed from its export menu, which is not on the paper', async () => {
    const { page } = await openReport()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('region', { name: 'By person' }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog', { name: 'Export' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('dialog', { name: 'Export' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: /^Print/ }).click()
    await page.locator('body[data-printed]').waitFor({ state: 'attached' })
  })

  it('is exported for the period that it shows', async () => {
    const { host, page } = await openReport()
    host.answer('sightings.exportReport', () =>
      success({
        fileName: 'Calls.csv',
        mimeType: 'text/csv',
        encoding: 'utf8',
        content: 'Person,Sam Carter',
        rows: 1,
      }),
    )
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe('Person,Sam Carter')
    expect(host.inputsOf('sightings.exportReport')).toEqual([{ period: 'week', back: 0, format: 'csv' }])
  })
})

describe('the daily digest', () => {
  const sentence = '3 new sightings, 1 call due.'
  const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate((value) => {
      if (value === 'visible') Reflect.deleteProperty(document, 'visibilityState')
      else Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' })
  const notice = (page: Page): Locator => notices(page).getByText(`Today’s calls: ${sentence}`)

  /** A window with a digest that the program gives once. */
  async function openWithDigest(address: string, isHidden = false): Promise<{ host: HostTwin; page: Page }> {
    const host = createPracticeHost()
    const page = await openWindow(address, host)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => host.inputsOf('sightings.takeDigest').length).toBeGreaterThan(0)
    if (isHidden) await setVisibility(page, 'hidden')
    answerCalls(host, carsOf('Priya Raman'))
    const given = [`Today’s calls: ${sentence}`]
    host.answer('sightings.takeDigest', () => success({ text: given.pop() ?? null }))
    host.answer('sightings.digest', () => success({ text: sentence }))
    host.announce({ name: 'sightings.digested' })
    return { host, page }
  }

  it('waits for a window that can be seen', async () => {
    const { host, page } = await openWithDigest('/customers', true)
    const asked = host.inputsOf('sightings.takeDigest').length
    expect(await notice(page).count()).toBe(0)
    await setVisibility(page, 'visible')
    await notice(page).waitFor()
    expect(host.inputsOf('sightings.takeDigest')).toHaveLength(asked + 1)
    expect(await seriousFindings(page)).toEqual([])
  })

  longTest(
    'stays behind a newer notice, and leads to the call list, which shows it and closes the notice',
    async () => {
      const { host, page } = await openWithDigest('/customers')
      await notice(page).waitFor()
      host.announce({ name: 'uploads.corrected', subject: 'The service has corrected an upload.' })
      await notices(page).getByText('The service has corrected an upload.').waitFor()
      expect(await notice(page).isVisible()).toBe(false)
      await notices(page).getByRole('button', { name: 'Close this notice' }).last().click()
      await notice(page).waitFor()
      await notices(page).getByRole('button', { name: 'Show', exact: true }).focus()
      await page.keyboard.press('Enter')
      await notice(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'List options' }).click()
      await page.getByText(`Daily digest: ${sentence}`).waitFor()
    },
  )

  longTest('is not shown again in a later window of the day, whose call list still has it', async () => {
    const { host, page, openListMenu } = await openCalls({
      prepare: (twin) => twin.answer('sightings.digest', () => success({ text: sentence })),
    })
    await (await openListMenu()).getByText(`Daily digest: ${sentence}`).waitFor()
    await expect.poll(() => host.inputsOf('sightings.takeDigest').length).toBeGreaterThan(0)
    expect(await notice(page).count()).toBe(0)
  })
})
