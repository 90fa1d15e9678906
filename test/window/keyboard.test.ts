import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { type Harness, openForecourt } from './harness.ts'
import { KeyboardUser } from './keyboard-walk.ts'
import { refuseNext } from './made-answers.ts'
import { callProgram } from './program-calls.ts'
import { password, salesperson, sample, waitForEnd } from './steps.ts'

describe('a user without a mouse does the main job, never loses the focus, and hears what the screen shows', () => {
  let forecourt: Harness
  let page: Page
  let user: KeyboardUser

  const button = (name: string | RegExp, scope: Page | Locator = page): Locator =>
    scope.getByRole('button', { name, exact: true }).first()
  const field = (name: string | RegExp, scope: Page | Locator = page): Locator =>
    scope.getByRole('textbox', { name, exact: true })
  const notice = (text: string | RegExp): Promise<void> =>
    page.getByRole('region', { name: 'Notices' }).getByText(text).last().waitFor({ state: 'attached' })
  const focusedText = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const saidTimes = (text: string | RegExp): Promise<number> => user.saidTimes(text)
  /** What must not be said again until the end. */
  const saidOnce: (string | RegExp)[] = []
  async function heard(text: string | RegExp): Promise<void> {
    await expect.poll(() => saidTimes(text)).toBe(1)
    saidOnce.push(text)
  }

  beforeAll(async () => {
    forecourt = await openForecourt({ viewport: { width: 1280, height: 800 }, args: ['--practice-speed=400'] })
    await KeyboardUser.watch(forecourt.context)
    page = forecourt.page
    await page.reload()
    user = new KeyboardUser(page)
  })
  afterAll(() => forecourt?.close())

  journey('from the first start to an edited customer', {
    'protects the data, starts practice and skips the tour': async () => {
      await user.tabTo(field('New password'))
      await user.type(password)
      await user.tabTo(field('Confirm password'))
      await user.type(password)
      await user.press('Enter')
      await user.activate(button(/Start practising/))
      await page.getByRole('region', { name: 'Tour' }).waitFor()
      await user.activate(button('Skip tour'))
      await page.getByRole('region', { name: 'Tour' }).waitFor({ state: 'detached' })
      await user.keepsFocus('the end of the tour')
      await callProgram(page, 'people.add', { name: salesperson })
      expect(await user.pointerPresses()).toEqual([])
    },
    'works the call list: an outcome with notes, and its undo': async () => {
      await user.goTo(1, 'Sightings')
      const list = page.getByRole('tree', { name: 'Call list' })
      await list.getByRole('treeitem').first().waitFor()
      await user.tabTo(list)
      await user.press('ArrowDown')
      await user.press('n')
      await user.tabTo(page.getByLabel('Notes'))
      await user.type('Try again after five')
      await user.press('Control+Enter')
      await notice(/: no answer\./)
      await user.keepsFocus('saving an outcome')
      expect(await saidTimes(/: no answer\./)).toBe(1)
      await user.activate(button('Undo', page.getByRole('region', { name: 'Notices' })))
      await user.keepsFocus('the undo of an outcome')
    },
    'imports a file, answers the question, fixes a cell and sends it': async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Control+O')
      await (await chooser).setFiles(sample('sold-vehicles.csv'))
      await button('Continue to Check').waitFor()
      await user.keepsFocus('opening a file')
      await user.activate(button('Include the other note', page.getByRole('region', { name: 'Do not contact' })))
      await page.getByText('rows excluded by notes in “Notes”').waitFor()
      await user.keepsFocus('sending the rows with a note')
      await user.press('Control+Enter')
      const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
      await grid.getByText('Vctoria').waitFor()
      await user.keepsFocus('the next step')
      await user.tabTo(grid)
      await user.press('Control+Home')
      await user.toColumn(grid, 'State')
      await user.type('nowhere')
      await user.press('Enter')
      await heard(/^Row \d+, State: /)
      await user.press('Control+Z')
      await expect.poll(() => saidTimes(/^Undone: /)).toBe(1)
      await user.press('Control+Shift+Z')
      await heard(/^Redone: /)
      await user.press('Control+Z')
      await expect.poll(() => saidTimes(/^Undone: /)).toBe(2)
      await user.tabTo(page.getByRole('searchbox').first())
      await user.type('Vctoria')
      await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(6)
      await heard('1 row found')
      const cell = grid.getByRole('gridcell').filter({ hasText: 'Vctoria' })
      await user.tabTo(grid)
      await user.press('Control+Home')
      for (let steps = 0; steps < 20 && (await focusedText()) !== 'Vctoria'; steps++) await user.press('ArrowRight')
      expect(await focusedText()).toBe('Vctoria')
      await user.type('vic')
      await user.press('Enter')
      await cell.waitFor({ state: 'detached' })
      await user.keepsFocus('fixing a cell')
      // The search finds nothing any more, and has the focus: there the key is for the text.
      await user.activate(button('Continue to Send'))
      const send = page.getByRole('button', { name: /^Send [\d,]+ rows?$/ })
      await send.waitFor()
      await refuseNext(page, 'uploads.create', 'The disk is full.')
      await user.activate(send)
      await heard('The disk is full.')
      await user.activate(send)
    },
    'follows the upload: its steps are said once each': async () => {
      await page.getByRole('heading', { name: 'Row summary' }).waitFor()
      await user.keepsFocus('sending')
      await waitForEnd(page)
      await user.keepsFocus('the end of the upload')
      const said = await user.said()
      const steps = said.filter((text) => /\d+ ?%/.test(text))
      expect(new Set(steps).size).toBe(steps.length)
      expect(steps.length).toBeLessThan(6)
    },
    'fixes failed rows of the upload in a new draft': async () => {
      await user.activate(button(/ failed: show these rows$/))
      const rows = page.getByRole('region', { name: 'Rows by outcome' })
      await rows.getByRole('row').nth(2).waitFor()
      await user.tabTo(rows.getByRole('grid'))
      await user.press('Control+Home')
      await user.press('Shift+ArrowDown')
      await user.activate(rows.getByRole('button', { name: /^Correct/ }))
      await page.getByRole('grid', { name: 'Rows of the spreadsheet' }).waitFor()
      await user.keepsFocus('opening failed rows')
      expect(await user.pointerPresses()).toEqual([])
    },
    'finds a customer, edits the name and undoes it': async () => {
      await user.goTo(3, 'Customers')
      const grid = page.getByRole('grid', { name: 'Customers' })
      await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).waitFor()
      const rego = (await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).innerText()).trim()
      await user.tabTo(page.getByRole('searchbox', { name: 'Search customers' }))
      await user.type(rego)
      const found = page.getByRole('group', { name: 'Customers in the list' }).getByRole('status')
      await expect.poll(() => found.innerText()).toMatch(/^1 customer found/)
      expect(await saidTimes(/^1 customer found/)).toBe(1)
      await user.tabTo(grid)
      await user.press('Control+Home')
      await user.toColumn(grid, 'Name')
      await user.press('F2')
      await user.fill('Keyboard Kim')
      await user.press('Enter')
      await grid.getByRole('gridcell', { name: 'Keyboard Kim' }).waitFor()
      await user.press('Control+Z')
      await grid.getByRole('gridcell', { name: 'Keyboard Kim' }).waitFor({ state: 'detached' })
      await user.keepsFocus('an undo')
      await heard(/^Undone\. Name changed back/)
    },
    'has heard nothing twice, and pressed nothing with a pointer': async () => {
      expect(await Promise.all(saidOnce.map(saidTimes))).toEqual(saidOnce.map(() => 1))
      expect(await user.pointerPresses()).toEqual([])
    },
  })
})
