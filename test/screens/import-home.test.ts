import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addedRowId } from '../../src/contract/row-id.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { sampleDraft, sampleRow } from '../unit/renderer/features/drafts/sample-draft.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { chooseInConnections } from '../window/controls.ts'
import { pasteText } from '../window/grid-steps.ts'
import { answerDraft, sampleTemplate, soldRows } from './draft-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'
import { finishedUpload } from './upload-screen.ts'

/** A file that is opened becomes this draft, which is listed from then on. */
function answerOpening(host: HostTwin, name: string): void {
  const draft = sampleDraft({ fileName: name, name })
  answerDraft(host, { fileName: name, name }, soldRows(3))
  host.answer('drafts.open', () => {
    host.answer('drafts.list', () => success({ drafts: [draft] }))
    host.announce({ name: 'drafts.changed' })
    return success(draft)
  })
}

/** Drops files on the window, as a file manager does. */
const drop = (page: Page, names: readonly string[]): Promise<void> =>
  page.locator('body').evaluate((body, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const name of dropped) dataTransfer.items.add(new File(['Rego,State\nABC123,VIC'], name))
    for (const kind of ['dragenter', 'dragover', 'drop'])
      body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
  }, names)

/** The texts of elements that exceed the right edge of the window. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main h2, main h3, main p, main button, main .fc-card')]
      .filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('[role=grid], table'),
      )
      .map((element) => element.innerText.slice(0, 60)),
  )

describe('the first page of the import', () => {
  it('opens a sample as an ordinary draft that can be opened again', async () => {
    const host = createPracticeHost()
    answerOpening(host, 'sold-cars-messy.xlsx')
    host.answer('practice.takeSample', ({ sample }) =>
      success({ fileId: sample, name: 'sold-cars-messy.xlsx', sizeBytes: 1_000 }),
    )
    const page = await openWindow('/import', host)
    await page.getByRole('button', { name: /^Messy sample/ }).click()
    await page.getByRole('heading', { level: 1, name: 'sold-cars-messy.xlsx' }).waitFor()
    expect(host.inputsOf('drafts.open')).toEqual([{ fileId: 'messy' }])
    await page.getByRole('link', { name: 'Import customers' }).click()
    const drafts = page.getByRole('region', { name: 'Continue where you left off' })
    await drafts.getByRole('link', { name: 'sold-cars-messy.xlsx' }).click()
    await page.getByRole('heading', { level: 1, name: 'sold-cars-messy.xlsx' }).waitFor()
  })

  longTest('opens neither of two files dropped at once, and fits a long file name into the screen', async () => {
    const longName = `${'A long name that the dealer system gave to this export '.repeat(3)}(2).csv`
    const host = createPracticeHost()
    answerOpening(host, longName)
    host.takenFile = success({ fileId: 'file-1', name: longName, sizeBytes: 12 })
    const page = await openWindow('/import', host, { viewport: { width: 1024, height: 700 } })
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    await drop(page, ['a.csv', 'b.csv'])
    await page.getByRole('alert').getByText('one spreadsheet at a time').waitFor()
    await page.getByRole('button', { name: 'Close this notice' }).click()
    expect(host.inputsOf('drafts.open')).toEqual([])
    await drop(page, [longName])
    await page.getByRole('button', { name: /continue to/i }).waitFor()
    expect(await overflowing(page)).toEqual([])
    await page.getByRole('link', { name: 'Import customers' }).click()
    await page.getByRole('link', { name: longName }).waitFor()
    expect(host.inputsOf('drafts.open')).toHaveLength(1)
    expect(await overflowing(page)).toEqual([])
  })

  it('opens a pasted table for the current region, and says so when another region is chosen', async () => {
    const host = createPracticeHost()
    answerOpening(host, 'Pasted table.tsv')
    host.answer('connections.setRegion', ({ region }) => {
      const state = connectionState({ ...practice, region })
      host.answer('connections.state', () => success(state))
      host.announce({ name: 'connections.changed' })
      return success(state)
    })
    const page = await openWindow('/import', host)
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    await pasteText(page, 'Rego\tState\tMobile\nABC123\tVIC\t0491570156\nXYZ999\tVIC\t0491570157', 'body')
    await page.getByRole('heading', { name: /^Pasted table/ }).waitFor()
    const elsewhere = page.getByText('This draft is checked and sent in Australia')
    expect(await elsewhere.count()).toBe(0)
    await chooseInConnections(page, 'New Zealand')
    await elsewhere.waitFor()
    await page.getByRole('button', { name: /^Send \d/ }).click()
    await page.getByText('To Practice, Australia.').waitFor()
    expect(await elsewhere.count()).toBe(1)
  })

  longTest('renames a template', async () => {
    const host = createPracticeHost()
    let { name } = sampleTemplate
    host.answer('drafts.templates', () => success({ templates: [{ ...sampleTemplate, name }] }))
    host.answer('drafts.renameTemplate', (input) => {
      name = input.name
      host.announce({ name: 'drafts.changed' })
      return success({})
    })
    const page = await openWindow('/import', host)
    await page.getByRole('button', { name: 'Rename template consent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename template' })
    await dialog.getByLabel('Name').fill('Titan report')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Export template Titan report' }).waitFor()
    expect(host.inputsOf('drafts.renameTemplate')).toEqual([{ id: 'template-1', name: 'Titan report' }])
  })

  it('adds cars by hand, from key to key and by pasting, removes one and offers them for sending', async () => {
    const host = createPracticeHost()
    const { source } = sampleDraft()
    const given = { fileName: '', name: 'Cars by hand', step: 'check', source: { ...source, kind: 'by-hand' } } as const
    const { change, rows } = answerDraft(host, given, [sampleRow(addedRowId(1))])
    host.answer('drafts.create', () => success(sampleDraft(given)))
    host.answer('drafts.addRows', ({ count }) => {
      const added = Array.from({ length: count ?? 1 }, (_, at) => addedRowId(rows().length + at + 1))
      return success({
        draft: change('Rows added', {}, [...rows(), ...added.map((row) => sampleRow(row))]),
        rows: added,
      })
    })
    host.answer('drafts.removeRows', ({ rows: removed }) =>
      success(
        change(
          'Row removed',
          {},
          rows().filter(({ row }) => !removed.includes(row)),
        ),
      ),
    )
    const page = await openWindow('/import', host)
    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await page.getByRole('button', { name: 'Add cars by hand' }).click()
    await grid.getByRole('textbox').waitFor()
    for (const cell of ['hnd-001', 'Victoria', 'Ann Byhand', '0491 570 006', '3/4/2024', '']) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Tab')
    }
    // Tab in the last cell adds the next car.
    await grid.getByRole('gridcell', { name: 'New 2' }).waitFor()
    await grid.getByRole('textbox').waitFor()
    await page.keyboard.press('Escape')
    await pasteText(page, 'HND002\tNSW\tBob Byhand\r\nHND003\tNSW\tCy Byhand\r\n')
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 6 cells' }).click()
    await page.getByText('3 rows: 3 ready').waitFor()
    const added = addedRowId(1)
    expect(host.inputsOf('drafts.editCell')).toMatchObject([
      { row: added, field: 'rego', value: 'hnd-001' },
      { row: added, field: 'state', value: 'Victoria' },
      { row: added, field: 'client_name', value: 'Ann Byhand' },
      { row: added, field: 'mobile_number', value: '0491 570 006' },
      { row: added, field: 'sale_date', value: '2024-04-03' },
    ])
    await grid.getByRole('gridcell', { name: 'New 3' }).click()
    await page.getByRole('button', { name: 'Remove row' }).click()
    await page.getByText('2 rows: 2 ready').waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await grid.getByText('Cy Byhand').waitFor()
    await page.getByRole('button', { name: 'Continue to Send' }).click()
    await page.getByRole('button', { name: 'Send 3 rows' }).waitFor()
  })
})

function answerEarlierUpload(host: HostTwin): void {
  host.answer('uploads.sameFile', () =>
    success({
      uploads: [
        {
          id: 'upload-1',
          name: 'sold-vehicles 19/11/2026',
          fileName: 'sold-vehicles.csv',
          createdAt: '2026-11-19T22:00:00Z',
          connectionName: 'Practice',
          region: 'au',
          finished: true,
          customers: 340,
          undone: null,
        },
      ],
    }),
  )
  host.answer('uploads.get', () => success(finishedUpload()))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
}

describe('a file that was uploaded before', () => {
  it('is noticed under another name when it is opened, and sent again only when the user confirms', async () => {
    const host = createPracticeHost()
    answerOpening(host, 'renamed.csv')
    host.takenFile = success({ fileId: 'file-1', name: 'renamed.csv', sizeBytes: 12 })
    answerEarlierUpload(host)
    const page = await openWindow('/import', host)
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    await drop(page, ['renamed.csv'])
    const notice = page.getByRole('status').filter({ hasText: 'This file was uploaded before' })
    await notice
      .getByText(/“sold-vehicles.*” to Practice, Australia .*The file was called sold-vehicles\.csv\./)
      .waitFor()
    await page.getByRole('button', { name: 'Continue to Send' }).click()
    const send = page.getByRole('button', { name: 'Send 3 rows' })
    await send.click()
    const question = page.getByRole('dialog', { name: 'This file was uploaded before. Send it again?' })
    await question.getByText('Rows of existing customers are excluded, update them or are added again').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(host.inputsOf('uploads.create')).toEqual([])
    host.answer('uploads.create', () => success(finishedUpload()))
    await send.click()
    await question.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    expect(host.inputsOf('uploads.create')).toMatchObject([{ draftId: 'draft-1', sameFileConfirmed: ['upload-1'] }])
  })

  longTest('leads to its earlier upload', async () => {
    const host = createPracticeHost()
    answerDraft(host, { fileName: 'renamed.csv' }, soldRows(3))
    answerEarlierUpload(host)
    const page = await openWindow('/import/draft-1', host)
    await page.getByRole('button', { name: 'Open upload' }).click()
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    expect(host.inputsOf('uploads.get').at(-1)).toEqual({ id: 'upload-1' })
  })
})
