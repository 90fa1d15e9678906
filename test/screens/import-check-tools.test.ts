import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { sampleDraft, sampleIssue } from '../unit/renderer/features/drafts/sample-draft.ts'
import { controlsOver } from '../window/visible-controls.ts'
import { openDraft, soldColumns, soldRows, wrongRow, wrongState } from './draft-screen.ts'

describe('the next issue', () => {
  const wrongMobile = { ...wrongState, key: 'mobile', field: 'mobile_number' as const }
  const [first, second, third, ...others] = soldRows(30)
  const rows = [
    wrongRow(first!),
    { ...second!, status: 'warning' as const, issues: [sampleIssue({ severity: 'warning', field: 'vin' })] },
    { ...third!, status: 'error' as const, issues: [sampleIssue({ field: 'mobile_number', message: 'Too short' })] },
    ...others,
  ]
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest('[role="gridcell"]')?.textContent?.trim() ?? '')

  it('opens with N, goes on when it is fixed, says when there are no more, and Ctrl+Enter continues from a cell', async () => {
    const { page, host } = await openDraft({ rows, draft: { groups: [wrongState, wrongMobile] } })
    await page.getByRole('button', { name: 'Next issue' }).waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => focused(page)).toBe('Vctoria')
    // In a cell, N is text.
    await page.keyboard.press('F8')
    await expect.poll(() => focused(page)).toBe('0491 570 102')
    await page.keyboard.press('F8')
    await expect.poll(() => focused(page)).toBe('Vctoria')
    await page.keyboard.type('NSW')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('0491 570 102')
    expect(host.inputsOf('drafts.editCell')).toMatchObject([{ row: 5, field: 'state', value: 'NSW' }])
    await page.keyboard.press('Space')
    await page.getByText('No more errors.').waitFor()
    expect(await page.getByRole('button', { name: 'Next issue' }).count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Send', exact: true }).waitFor()
  })

  longTest('is one of the rows shown, and a command', async () => {
    const { page } = await openDraft({ rows, draft: { groups: [wrongState, wrongMobile] } })
    await page.getByRole('button', { name: 'Warnings 1' }).click()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and run commands' })
    await palette.getByRole('combobox').fill('next issue')
    await palette.getByRole('option', { name: /^Go to the next issue/ }).click()
    await expect.poll(() => focused(page)).toBe('6G1FA8E5AZ4033901')
    await page.getByRole('button', { name: 'Ready 27' }).click()
    await page.getByRole('button', { name: 'Next issue' }).click()
    await page.getByText('No more issues here.').waitFor()
  })
})

longTest('lists the values of a column from its heading', async () => {
  const columns = soldColumns.map((column) => (column.target === 'state' ? { ...column, values: 3 } : column))
  const values = [{ text: 'Vctoria', rows: 1, value: '', problem: 'Not a state', changed: false, excluded: false }]
  const { host, page, grid } = await openDraft({
    draft: { columns },
    prepare: (twin) => twin.answer('drafts.values', () => success({ field: 'state', values })),
  })
  await grid.getByRole('columnheader', { name: 'State', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show all 3 values' }).click()
  await page.getByRole('dialog', { name: 'Values of Rego State' }).getByText('Not a state').waitFor()
  expect(host.inputsOf('drafts.values')).toEqual([{ id: 'draft-1', index: 1 }])
})

longTest('keeps the tools in one line when counts are large, with one primary button and few controls', async () => {
  const { page } = await openDraft({
    rows: Array.from({ length: 40 }, (_, at) => soldRows(1).map((row) => ({ ...row, row: at + 5 }))).flat(),
    prepare(host, { change }) {
      const counts = {
        rows: 41_230,
        ready: 20_110,
        warning: 10_020,
        error: 10_100,
        update: 600,
        excluded: 400,
        skipped: 0,
        paidLookups: 0,
      }
      host.answer('drafts.get', () => success({ ...change('Counts', {}), counts }))
    },
  })
  await page.getByRole('button', { name: 'Errors 10,100' }).waitFor()
  const tools = page.getByRole('group', { name: 'Find rows' })
  expect(await tools.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(44)
  const search = page.getByRole('searchbox', { name: 'Search rows' })
  const widthOf = (): Promise<number> => search.evaluate((element) => element.getBoundingClientRect().width)
  const before = await widthOf()
  await search.focus()
  await expect.poll(widthOf).toBeGreaterThan(before)
  expect(await controlsOver(page, 'check')).toEqual([])
})

it.each([{ width: 640, height: 400 }, ...onlyLong({ width: 1024, height: 700 })])(
  'shows rows without scrolling at $width by $height, below one line of tools',
  async (viewport) => {
    const { page, grid } = await openDraft({ viewport })
    const row = await grid.getByRole('gridcell', { name: 'Vctoria' }).boundingBox()
    expect((row?.y ?? 0) + 3 * (row?.height ?? 0)).toBeLessThan(viewport.height)
    const tools = page.getByRole('group', { name: 'Find rows' })
    expect(await tools.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(44)
  },
)

it('says that the sheet has another table, and leads to the choice', async () => {
  const { source } = sampleDraft()
  const { page } = await openDraft({ draft: { source: { ...source, otherTables: { rows: 14, hasCars: false } } } })
  const notice = page.getByRole('status').filter({ hasText: '14 rows are in another table' })
  await notice.getByRole('button', { name: 'File details' }).click()
  const choice = page.getByRole('dialog', { name: 'File details' }).getByRole('button')
  await expect.poll(() => choice.allInnerTexts()).toContain('Change how the file is read')
})
