import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { callProgram } from './program-calls.ts'
import { journey } from './journey.ts'
import { openForecourt, themes, type Harness } from './harness.ts'
import { beginWithPractice, openSpreadsheet, sample, sendAll, seriousFindings, sumOfRows, waitForEnd } from './steps.ts'
import { openFromMenu } from './controls.ts'

describe.each(themes)('a new user, in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page
  /** The rego of the customer that is edited. */
  let rego = ''
  const picture = (name: string): Promise<void> => forecourt.screenshot(`${colorScheme}-${name}`)

  beforeAll(async () => {
    forecourt = await openForecourt({ colorScheme, args: ['--practice-speed=150'] })
    page = forecourt.page
  })
  afterAll(() => forecourt?.close())

  journey('does the whole job', {
    'chooses how data is stored, and starts with practice data': async () => {
      await page.getByRole('heading', { name: 'How should your data be stored on this PC?' }).waitFor()
      await picture('01-storage')
      await beginWithPractice(page)
      await picture('02-home')
      expect(await page.getByRole('button', { name: 'Choose a spreadsheet' }).isVisible()).toBe(true)
    },
    'opens the sold-vehicles report and sees which field each column is imported as': async () => {
      await openSpreadsheet(page, sample('sold-vehicles.csv'))
      await page.getByRole('button', { name: 'Rego No.: Rego' }).waitFor()
      await page.getByRole('button', { name: 'Mob Ph: Mobile' }).waitFor()
      await page.getByRole('button', { name: 'Delivered: Sale date' }).waitFor()
      await page.getByText(/^\d+ extra fields$/).click()
      await page.getByRole('button', { name: 'Rego Expiry: Keep as extra field' }).waitFor()
      await picture('03-columns')
    },
    'fixes a state in the grid, after which there are fewer errors': async () => {
      await page.getByRole('button', { name: 'Continue to Check' }).click()
      const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
      await grid.getByText('Vctoria').waitFor()
      await picture('04-check')
      const errors = page.getByRole('button', { name: /^Errors \d/ })
      const before = await errors.innerText()
      await grid.getByText('Vctoria').dblclick()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('vic')
      await page.keyboard.press('Enter')
      await expect.poll(() => errors.innerText()).not.toBe(before)
      expect(await grid.getByText('Vctoria').count()).toBe(0)
      await page.getByRole('button', { name: /^Undo/ }).click()
      await grid.getByText('Vctoria').waitFor()
      await page.getByRole('button', { name: /^Redo/ }).click()
      await expect.poll(() => grid.getByText('Vctoria').count()).toBe(0)
      await picture('05-fixed')
    },
    'sees which rows are sent or excluded and what look-ups cost, and sends': async () => {
      await page.getByRole('button', { name: 'Continue to Send' }).click()
      await page.getByText(/exactly \d+ paid look-up/).waitFor()
      await picture('06-send')
      await sendAll(page)
      await picture('07-progress')
      expect(await seriousFindings(page)).toEqual([])
      expect(await sumOfRows(page)).toMatchObject({ inFile: 416, adds: true })
    },
    'tracks the upload to its end, where the summary includes every row of the file': async () => {
      await waitForEnd(page)
      const sum = await sumOfRows(page)
      expect(sum).toMatchObject({ inFile: 416, adds: true })
      expect(sum.parts.tracked).toBeGreaterThan(300)
      await picture('08-complete')
    },
    'changes a customer’s name in the grid, and the name is the same after a refresh': async () => {
      await page.getByRole('button', { name: 'Go to customers' }).click()
      const grid = page.getByRole('grid', { name: 'Customers' })
      rego = await grid.getByRole('row').nth(3).getByRole('gridcell').nth(3).innerText()
      await find(rego)
      await type(grid.getByRole('gridcell').nth(2), 'Liam Lee-Martin')
      await grid.getByRole('gridcell', { name: 'Liam Lee-Martin' }).waitFor()
      await page.getByRole('button', { name: /^(All saved|Saving)/ }).click()
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await page.getByText(/Updated just now/).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => grid.getByRole('gridcell', { name: 'Liam Lee-Martin' }).count()).toBe(1)
    },
    'can’t save an invalid mobile: the reason is shown, and the previous mobile stays': async () => {
      const grid = page.getByRole('grid', { name: 'Customers' })
      const mobile = grid.getByRole('gridcell').nth(6)
      const before = await mobile.innerText()
      await type(mobile, '0512345678')
      await page.getByText('The mobile of Liam Lee-Martin was not saved.').waitFor()
      await picture('09-refused')
      await page.reload()
      await find(rego)
      expect(await mobile.innerText()).toBe(before)
    },
    'sees all customers with their sightings, and deletes one after a confirmation with its name; Undo keeps its record':
      async () => {
        // Until now the list shows the customers of the upload.
        await page.getByRole('button', { name: /^Remove filter: Upload/ }).click()
        await find('')
        await page.getByRole('button', { name: /[1-9]\d* seen for sale/ }).waitFor({ timeout: 30_000 })
        await picture('10-customers')
        await find(rego)
        const grid = page.getByRole('grid', { name: 'Customers' })
        await grid.getByRole('gridcell', { name: rego }).click()
        await page.keyboard.press('Control+Enter')
        await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
        await picture('11-details')
        const record = async () => {
          const { customers } = await callProgram(page, 'customers.list', { search: rego, offset: 0, limit: 1 })
          return customers[0]
        }
        const before = await record()
        await page.getByRole('button', { name: 'Delete', exact: true }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText('Liam Lee-Martin').first().waitFor()
        await picture('12-delete')
        await dialog.getByRole('button', { name: /Delete/ }).click()
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await page.getByText('1 customer kept.').waitFor()
        expect(await record()).toEqual(before)

        await page.getByRole('button', { name: 'Redo', exact: true }).click()
        await expect.poll(() => grid.getByRole('gridcell', { name: rego }).count()).toBe(0)
      },
    'opens settings': async () => {
      await openFromMenu(page, 'Settings')
      await expect.poll(() => page.title()).toMatch(/– Settings/)
      await picture('13-settings')
    },
  })

  /** Searches the customers. A search text matches one of them. */
  async function find(text: string): Promise<void> {
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(text)
    if (text === '') await page.getByText(/customers? found/).waitFor({ state: 'hidden' })
    else await page.getByText('1 customer found').waitFor()
  }

  /** Replaces the text of a cell by keyboard. */
  async function type(cell: Locator, text: string): Promise<void> {
    await cell.dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
})
