import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import { chooseOption } from '../window/controls.ts'
import { cutTexts } from '../window/grid-steps.ts'
import { openDraft, sampleTemplate, soldRows, wrongState } from './draft-screen.ts'
import { openWindow } from './stage.ts'

const excludedRows = soldRows(4).map((row, at) =>
  at === 0 ? row : { ...row, status: 'excluded' as const, excludedBecause: 'Excluded' },
)
const topOfFooter = (page: Page): Promise<number> =>
  page
    .getByRole('button', { name: 'Continue to Send' })
    .evaluate((button) => button.closest('footer')?.getBoundingClientRect().top ?? 0)
const bottomOf = (part: Locator): Promise<number> => part.evaluate((element) => element.getBoundingClientRect().bottom)

describe('the steps of a draft', () => {
  it('are continued with Ctrl+Enter, which the shortcuts dialog lists and which goes to the Send button at last, but sends nothing', async () => {
    const { host, page, grid, step } = await openDraft({ draft: { step: 'columns' } })
    await page.getByRole('button', { name: 'Continue to Check' }).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Continue to the next step').waitFor()
    await page.keyboard.press('Control+Enter')
    expect(await step.innerText()).toContain('Columns')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Enter')
    await grid.getByText('Vctoria').waitFor()
    expect(await step.innerText()).toContain('Check')
    await page.keyboard.press('Control+Enter')
    const send = page.getByRole('button', { name: 'Send 29 rows' })
    await send.waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => send.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+Enter')
    expect(await send.isEnabled()).toBe(true)
    expect(host.inputsOf('uploads.create')).toEqual([])
  })
})

it('shows the check with its fixes again after a reload', async () => {
  const { host, page, grid } = await openDraft()
  await grid.getByText('Vctoria').dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('VIC')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Errors 0' }).waitFor()
  await openWindow('/import/draft-1', host, { viewport: { width: 1280, height: 800 } })
  await grid.getByRole('gridcell').first().waitFor()
  await page.getByRole('button', { name: 'Errors 0' }).waitFor()
  expect(await grid.getByText('Vctoria').count()).toBe(0)
  expect(host.inputsOf('drafts.editCell')).toEqual([{ id: 'draft-1', row: 5, field: 'state', value: 'VIC' }])
})

describe('the issues of the check', () => {
  it('list why rows are excluded, and which values were cleaned', async () => {
    const { page, grid } = await openDraft({
      rows: excludedRows,
      draft: {
        excludedReasons: [
          { reason: 'Marked “do not contact” in “Notes”', rows: 2 },
          { reason: 'Duplicate: a newer sale of this car is in the file', rows: 1 },
        ],
        groups: [
          {
            ...wrongState,
            key: 'shared',
            severity: 'info',
            message: 'Most rows share mobile numbers',
            unchanged: true,
          },
          { ...wrongState, key: 'plates', severity: 'info', message: 'Spaces were removed' },
        ],
      },
    })
    const issues = page.getByRole('region', { name: 'Issues' })
    const reasons = issues.getByRole('list', { name: 'Excluded (3)' })
    expect(await reasons.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Marked “do not contact” in “Notes”\s+2/),
      expect.stringMatching(/Duplicate: a newer sale of this car is in the file\s+1/),
    ])
    await reasons.getByRole('button').first().click()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4')
    const notChanged = issues.getByRole('list', { name: 'Good to know (not changed)' })
    expect(await notChanged.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('share mobile numbers'),
    ])
    await issues.getByText('1 cell cleaned').click()
    const cleaned = issues.getByRole('list', { name: 'Cleaned automatically' })
    expect(await cleaned.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Spaces')])
    await page.getByRole('button', { name: /^All 4/ }).click()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('5')
  })

  it('show what each value becomes before a group is fixed', async () => {
    const { host, page } = await openDraft()
    const issues = page.getByRole('region', { name: 'Issues' })
    await issues.getByRole('button', { name: /Vctoria/ }).click()
    const preview = issues.getByRole('group', { name: 'Preview' })
    await preview.waitFor()
    expect(await preview.innerText()).toMatch(/Vctoria\s*→\s*VIC\s+1/)
    const previewed = host.inputsOf('drafts.previewCells').map(({ change }) => change)
    expect(previewed.filter(({ kind }) => kind === 'fix-group')).toEqual([{ kind: 'fix-group', group: wrongState.key }])
    expect(host.inputsOf('drafts.fixGroup')).toEqual([])
  })
})

describe('the details of the check', () => {
  longTest('of the file leave the footer, the issues and the search box free in a window of 1024 by 700', async () => {
    const { page } = await openDraft({ viewport: { width: 1024, height: 700 } })
    await page.getByRole('button', { name: 'File details' }).click()
    const details = page.getByRole('dialog', { name: 'File details' })
    await details.getByRole('button', { name: 'Change how the file is read' }).waitFor()
    const footerTop = await topOfFooter(page)
    await expect.poll(() => bottomOf(details)).toBeLessThanOrEqual(footerTop)
    expect(await bottomOf(page.getByRole('region', { name: 'Selected row' }))).toBeLessThanOrEqual(footerTop)
    await page.getByRole('button', { name: 'Continue to Send' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    const search = page.getByRole('searchbox', { name: 'Search rows' })
    expect((await search.boundingBox())?.width).toBeGreaterThan(100)
    expect(await cutTexts(page.getByRole('region', { name: 'Issues' }))).toEqual([])
  })

  it.each([{ width: 1024, height: 700 }, ...onlyLong({ width: 1280, height: 800 })])(
    'of a row follow the active one, leave the footer free and close with Escape, at $width',
    async (viewport) => {
      const { page, grid } = await openDraft({ viewport })
      const details = page.getByRole('complementary', { name: 'Details of the row' })
      await grid.getByRole('gridcell', { name: 'Vctoria' }).click()
      await page.getByRole('region', { name: 'Selected row' }).getByText('isn’t a state').waitFor()
      await page.keyboard.press('Control+i')
      await details.getByText('In your file: Vctoria').waitFor()
      expect(await bottomOf(details)).toBeLessThanOrEqual(await topOfFooter(page))
      await details.getByText('Row 5', { exact: true }).waitFor()
      await page.keyboard.press('ArrowDown')
      await details.getByText('Row 6', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell')
    },
  )
})

longTest('previews another encoding and last row, reads the file like this, and can undo it', async () => {
  const { source } = sampleDraft()
  const { host, page } = await openDraft({
    prepare(twin, { change }) {
      const row = (number: number) => ({ row: number, cells: ['1RP100', 'Liam Lee'], role: 'customer' as const })
      twin.answer('drafts.previewTable', ({ choices }) =>
        success({
          rows: [row(5), row((choices.lastRow ?? 411) + 1)],
          encoding: choices.form?.encoding ?? 'UTF-8',
          delimiter: 'commas',
          columns: 7,
          problem: null,
          needsFile: false,
        }),
      )
      twin.answer('drafts.setTable', ({ choices }) =>
        success(change('Read', { source: { ...source, choices, encoding: 'Windows-1251 (chosen)' } })),
      )
    },
  })
  await page.getByRole('button', { name: 'File details' }).click()
  const details = page.getByRole('dialog', { name: 'File details' })
  await details.getByText('UTF-8').waitFor()
  await page.getByRole('button', { name: 'Change how the file is read' }).click()
  const dialog = page.getByRole('dialog', { name: 'How the file is read' })
  const preview = dialog.getByRole('region', { name: 'First rows' })
  await preview.getByRole('row').first().waitFor()
  expect(await cutTexts(dialog.locator('.fields'))).toEqual([])
  await chooseOption(dialog, 'Encoding', 'Cyrillic (Windows-1251)')
  await dialog.getByText('Detected: commas').first().waitFor({ state: 'attached' })
  await dialog.getByRole('textbox', { name: 'Last row' }).fill('100')
  await preview.getByRole('rowheader', { name: '101', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Read like this' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const form = { encoding: 'windows-1251', delimiter: null }
  expect(host.inputsOf('drafts.setTable')).toMatchObject([{ choices: { form, headerRow: 'detect', lastRow: 100 } }])
  await details.getByText('Windows-1251 (chosen)').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await details.getByText('Windows-1251 (chosen)').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Hide file details' }).click()
  await details.waitFor({ state: 'hidden' })
})

it('sets up the columns of another file by a template, and says what of it does not fit', async () => {
  const { host, page } = await openDraft({
    draft: { step: 'columns' },
    prepare(twin, { change }) {
      twin.answer('drafts.templates', () => success({ templates: [sampleTemplate] }))
      twin.answer('drafts.applyTemplate', () =>
        success({ draft: change('Template', {}), problems: ['Not in the template: Owner, Number.'] }),
      )
    },
  })
  await page.getByText('Set up columns by a template').click()
  await chooseOption(page, 'Set up columns by a template', 'consent')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Some of the template doesn’t fit').waitFor()
  await page.getByText('Not in the template: Owner, Number.', { exact: true }).waitFor()
  expect(host.inputsOf('drafts.applyTemplate')).toEqual([{ id: 'draft-1', templateId: 'template-1' }])
})

it('tells that the columns come from an earlier file, and forgets them', async () => {
  const { source } = sampleDraft()
  const { host, page, step } = await openDraft({
    draft: { source: { ...source, remembered: true, template: { name: 'sold-vehicles', fixes: 0 } } },
    prepare(twin, { change }) {
      twin.answer('drafts.forgetColumns', () => success(change('Columns forgotten', { source })))
    },
  })
  const notice = page.getByText(/^Columns are set up by the template “sold-vehicles”/)
  await notice.waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.poll(() => step.innerText()).toContain('Columns')
  await page.getByRole('button', { name: 'Forget', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Forget the template “sold-vehicles”?' })
  await question.getByText(/The template is deleted.*Watched folders that use it send nothing/).waitFor()
  expect(host.inputsOf('drafts.forgetColumns')).toEqual([])
  await question.getByRole('button', { name: 'Forget' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(host.inputsOf('drafts.forgetColumns')).toEqual([{ id: 'draft-1' }])
})

it('takes a skipped row back, which can be undone', async () => {
  const { host, page } = await openDraft({
    draft: { step: 'send', notRecords: [{ row: 4, reason: 'A total', text: 'Total: 2' }] },
    rows: soldRows(2),
    prepare(twin, { change }) {
      twin.answer('drafts.setSkipped', () => success(change('Row 4 taken back', { notRecords: [] })))
    },
  })
  const skipped = page.getByText('Skipped (titles, totals)').locator('..')
  await skipped.getByRole('button', { name: 'Show them' }).click()
  const takeBack = page.getByRole('button', { name: 'Include row 4' })
  await takeBack.click()
  await takeBack.waitFor({ state: 'detached' })
  expect(host.inputsOf('drafts.setSkipped')).toEqual([{ id: 'draft-1', rows: [4], skipped: false }])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await takeBack.waitFor()
})

it('offers New Zealand for a file from there, and keeps the columns', async () => {
  const { host, page } = await openDraft({
    draft: { step: 'columns', otherRegion: { region: 'nz', evidence: '6 of 6 plates are from there.' } },
    prepare(twin, { change }) {
      twin.answer('drafts.setRegion', ({ region }) => success(change('Region', { region, otherRegion: null })))
    },
  })
  const offer = page.getByText('Looks like New Zealand')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Change to New Zealand' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.getByText('This draft is checked and sent in New Zealand', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Mob Ph: Mobile' }).waitFor()
  expect(host.inputsOf('drafts.setRegion')).toEqual([{ id: 'draft-1', region: 'nz' }])
})

it('offers to move the rows of another country to a second draft, says what happens, and opens it', async () => {
  const { host, page } = await openDraft({
    draft: { step: 'columns', otherRegionRows: { region: 'nz', rows: 1_063 } },
    prepare(twin, { change }) {
      twin.answer('drafts.moveRows', () => {
        const changed = change('Exclude 1,063 rows', {})
        const { otherRegionRows: _, ...draft } = changed
        twin.answer('drafts.get', ({ id }) => success({ ...draft, id }))
        return success({ draft, moved: { id: 'draft-2', name: 'sold.csv (New Zealand)', rows: 1_063 } })
      })
    },
  })
  const offer = page.getByText('1,063 rows are from New Zealand')
  await offer.waitFor()
  await page.getByText('Undo includes them here again; the second draft stays.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Move 1,063 rows to a second draft' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.getByText('1,063 rows are now in the draft “sold.csv (New Zealand)”.').first().waitFor()
  expect(host.inputsOf('drafts.moveRows')).toEqual([{ id: 'draft-1', region: 'nz' }])
  await page.getByRole('button', { name: 'Open draft' }).click()
  await expect.poll(() => host.inputsOf('drafts.get').at(-1)).toEqual({ id: 'draft-2' })
})

it('shows what existing customers get before the draft is sent, by field and one by one, and excludes rows', async () => {
  const changes = [{ field: 'clientName' as const, from: 'Robyn Lee', to: 'Robyn Newname' }]
  const [first, ...others] = soldRows(3)
  const { host, page } = await openDraft({
    draft: { step: 'send', knownRows: 1, knownCustomers: 'update' },
    rows: [{ ...first!, status: 'update' }, ...others],
    prepare(twin) {
      const customers = [{ id: 'customer-1', row: 5, name: 'Robyn Lee', vehicle: '1RP100 VIC', changes }]
      const fields = (['clientName', 'mobileNumber', 'expiryDate'] as const).map((field) => ({ field, customers: 1 }))
      twin.answer('customers.previewUpdates', () =>
        success({ customers, more: 0, digest: 'd', fields, forbidden: 1, unchanged: 0, ambiguous: 0 }),
      )
    },
  })
  await page.getByRole('button', { name: 'Send 2 rows, update 1 customer' }).waitFor()
  await page.getByRole('button', { name: 'Change: Existing customers' }).click()
  expect(await page.getByRole('group', { name: 'Existing customers' }).getByRole('button').allInnerTexts()).toEqual([
    'Exclude',
    'Update',
    'Add again',
  ])
  await page.getByText('Name: 1 customer').waitFor()
  await page.getByText('The service deletes each customer on its expiry date.').waitFor()
  await page.getByText('1 customer becomes Do Not Contact: the new number is marked.').waitFor()
  await page.getByRole('button', { name: 'See the changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes of existing customers' })
  await dialog.getByText('Robyn Newname').waitFor()
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Exclude 1 row' }).click()
  await expect.poll(() => host.inputsOf('drafts.exclude')).toEqual([{ id: 'draft-1', rows: [5], excluded: true }])
})
