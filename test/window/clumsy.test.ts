import { afterEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { chooseOption } from './controls.ts'
import type { Harness, HarnessOptions } from './harness.ts'
import { openSpreadsheet, openWithPractice, sample, sendAll, seriousFindings, unlock, waitForEnd } from './steps.ts'

let forecourt: Harness
let page: Page

async function open(options: HarnessOptions = {}): Promise<void> {
  forecourt = await openWithPractice({ screen: '/import', args: ['--practice-speed=60'], ...options })
  page = forecourt.page
}

afterEach(() => forecourt.close())

const rows = (): ReturnType<Page['getByRole']> => page.getByRole('grid', { name: 'Rows of the spreadsheet' })
const longName = `${'A long name that the dealer system gave to this export '.repeat(3)}(2).csv`

/** Drops files on the window, as a file manager does. */
const drop = (files: readonly { name: string; text: string }[]): Promise<void> =>
  page.locator('body').evaluate((body, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name))
    for (const kind of ['dragenter', 'dragover', 'drop'])
      body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
  }, files)

/** Pastes text, as Excel puts a copied table on the clipboard. */
const paste = (text: string): Promise<void> =>
  page.locator('body').evaluate((body, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

/** The texts of elements that exceed the right edge of the window. */
const overflowing = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main h2, main h3, main p, main button, main .fc-card')]
      .filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('[role=grid], table'),
      )
      .map((element) => element.innerText.slice(0, 60)),
  )

describe('user mistakes and interruptions', () => {
  it('rejects a wrong password, and opens the data with the right one afterwards', async () => {
    await open()
    page = await forecourt.startAgain()
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText("That password isn't correct.").waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(0)
    await unlock(page)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('restores the check and the upload after a reload of the page', async () => {
    await open()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await page.getByRole('button', { name: 'Continue to Check' }).click()
    await rows().getByText('Vctoria').dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('VIC')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Errors 2/ }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Errors 2/ }).waitFor()
    expect(await rows().getByText('Vctoria').count()).toBe(0)
    await sendAll(page)
    await page.getByText(/[1-9]\d* of 346/).waitFor()
    await page.getByRole('region', { name: 'Batches' }).getByText('Processing').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    await waitForEnd(page)
    // At the end the top bar shows no running upload.
    await expect.poll(() => page.getByText(/upload (running|finishing)/).count()).toBe(0)
  })

  it('shows an edit of one window in the other', async () => {
    await open()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    // Before it are the checkbox of the row and the icon that opens it.
    const cell = page.getByRole('grid', { name: 'Customers' }).getByRole('gridcell').nth(2)
    await cell.waitFor()
    const other = await forecourt.context.newPage()
    await other.goto(page.url())
    await other.getByRole('grid', { name: 'Customers' }).getByRole('gridcell').first().waitFor()
    await cell.dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Edited Elsewhere')
    await page.keyboard.press('Enter')
    await other.getByText('Edited Elsewhere').waitFor()
    expect(await other.getByText('Edited Elsewhere').count()).toBe(1)
  })

  it('opens neither of two files dropped at once, and fits a long file name into the screen', async () => {
    await open({ viewport: { width: 1024, height: 700 } })
    await drop([
      { name: 'a.csv', text: 'Rego,State\nABC123,VIC' },
      { name: 'b.csv', text: 'Rego,State\nABC124,VIC' },
    ])
    await page.getByRole('alert').getByText('one spreadsheet at a time').waitFor()
    await page.getByRole('button', { name: 'Close this notice' }).click()
    await drop([{ name: longName, text: `Rego,State,Note\nABC123,VIC,${'word '.repeat(80)}\nXYZ999,VIC,🚗` }])
    await page.getByRole('button', { name: /continue to/i }).waitFor()
    expect(await overflowing()).toEqual([])
    await page.getByRole('link', { name: 'Import customers' }).click()
    await page.getByRole('link', { name: longName }).waitFor()
    expect(await page.getByRole('link', { name: /\.csv$/ }).count()).toBe(1)
    expect(await overflowing()).toEqual([])
  })

  it('opens a pasted table for the current region, and says so when another region is chosen', async () => {
    await open()
    await paste('Rego\tState\tMobile\nABC123\tVIC\t0491570156\nXYZ999\tVIC\t0491570157')
    await page.getByRole('heading', { name: /^Pasted table/ }).waitFor()
    const elsewhere = page.getByText('This draft is checked and sent in Australia')
    expect(await elsewhere.count()).toBe(0)
    await chooseOption(page.getByRole('banner'), 'Region', 'New Zealand')
    await elsewhere.waitFor()
    await page.getByRole('button', { name: /^Send \d/ }).click()
    await page.getByText('To Practice, Australia.').waitFor()
    expect(await elsewhere.count()).toBe(1)
  })

  it('keeps each step readable and its button reachable at 200% zoom', async () => {
    await open({ viewport: { width: 640, height: 400 } })
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    const reached = async (name: RegExp): Promise<boolean> => {
      const button = page.getByRole('button', { name }).last()
      await button.scrollIntoViewIfNeeded()
      // The element at its centre is the button itself, and nothing covers it.
      return button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const found = document.elementFromPoint(left + width / 2, top + height / 2)
        return found !== null && element.contains(found)
      })
    }
    expect(await overflowing()).toEqual([])
    expect(await reached(/^Continue to Check/)).toBe(true)
    await page.getByRole('button', { name: 'Continue to Check' }).click()
    await rows().getByText('Vctoria').scrollIntoViewIfNeeded()
    expect(await overflowing()).toEqual([])
    expect(await reached(/^Continue to Send/)).toBe(true)
    await page.getByRole('button', { name: 'Continue to Send' }).click()
    expect(await reached(/^Send [\d,]+ rows/)).toBe(true)
    expect(await overflowing()).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
  })
})
