import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { longDescribe, longTest } from '../runs.ts'
import { chooseOption } from '../window/controls.ts'
import { sampleUpload } from '../unit/renderer/features/uploads/sample-upload.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerDraft, soldRows } from './draft-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { openUploadMenu } from '../window/steps.ts'
import { answerUploads, finishedUpload, waitingUpload } from './upload-screen.ts'

interface Opened {
  readonly host: HostTwin
  readonly page: Page
  /** By its title: "Sent first." is in the text of another card. */
  card(name: string): Locator
}

async function openUploads(uploads: readonly Upload[], prepare?: (host: HostTwin) => void): Promise<Opened> {
  const host = createPracticeHost()
  answerUploads(host, uploads)
  prepare?.(host)
  const page = await openWindow('/uploads', host)
  const card = (name: string): Locator =>
    page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })
  await page.getByRole('article').first().waitFor()
  return { host, page, card }
}

const waiting = ['First', 'Second', 'Third'].map(waitingUpload)
const titlesOf = (page: Page) => async (): Promise<string[]> => {
  const group = page.getByRole('region', { name: 'In progress' })
  return (await group.getByRole('heading', { level: 3 }).allInnerTexts()).map((text) => text.trim())
}

describe('uploads that wait for the network', () => {
  longTest('are ordered by a button and by dragging', async () => {
    const { page, card } = await openUploads(waiting)
    const titles = titlesOf(page)
    await expect.poll(titles).toEqual(['First', 'Second', 'Third'])
    await page.getByRole('button', { name: 'Send Third earlier' }).click()
    await expect.poll(titles).toEqual(['First', 'Third', 'Second'])
    await card('Third').getByText('Number 2 of 3 in the queue.').waitFor()
    await card('Second').dragTo(card('First'), { targetPosition: { x: 200, y: 6 } })
    await expect.poll(titles).toEqual(['Second', 'First', 'Third'])
    const last = await card('Third').boundingBox()
    await card('Second').dragTo(card('Third'), { targetPosition: { x: 200, y: (last?.height ?? 0) - 6 } })
    await expect.poll(titles).toEqual(['First', 'Third', 'Second'])
  })

  it('are paused and resumed, and leave the group when they end', async () => {
    const { host, page, card } = await openUploads(waiting)
    await page.getByRole('button', { name: 'Pause Third' }).click()
    await card('Third').getByText('Nothing more is sent until you resume.').waitFor()
    const sent = (name: string): Upload => finishedUpload({ id: `upload-${name}`, name })
    const [, , third] = waiting
    answerUploads(host, [sent('First'), sent('Second'), ...(third ? [{ ...third, state: 'paused' as const }] : [])])
    host.answer('uploads.resume', () => {
      answerUploads(host, ['First', 'Second', 'Third'].map(sent))
      host.announce({ name: 'uploads.changed', subject: 'upload-Third' })
      return success(sent('Third'))
    })
    host.announce({ name: 'uploads.changed' })
    await card('First').getByText('Complete', { exact: true }).waitFor()
    await card('Third').getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resume Third' }).click()
    await card('Third').getByText('Complete', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'In progress' }).waitFor({ state: 'detached' })
    expect(host.inputsOf('uploads.pause')).toEqual([{ id: 'upload-Third' }])
    expect(host.inputsOf('uploads.resume')).toEqual([{ id: 'upload-Third' }])
  })

  it('are renamed, and become a draft again after a question', async () => {
    const { host, page } = await openUploads(waiting)
    answerDraft(host, { fileName: 'sold-cars-clean.csv', name: 'sold-cars-clean.csv' }, soldRows(3))
    host.answer('uploads.withdraw', () => success({ draftId: 'draft-1' }))
    await page.getByRole('link', { name: 'Second', exact: true }).click()
    await openUploadMenu(page, 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename upload' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring sale')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Spring sale' }).waitFor()
    await openUploadMenu(page, 'Back to draft')
    expect(host.inputsOf('uploads.withdraw')).toEqual([])
    const question = page.getByRole('dialog', { name: 'Make Spring sale a draft again?' })
    await question.getByRole('button', { name: 'Back to draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'sold-cars-clean.csv' }).waitFor()
    expect(host.inputsOf('uploads.withdraw')).toEqual([{ id: 'upload-Second' }])
  })

  longTest(
    'show on the button of the dialog that a new name is being saved, and below its field that it was not',
    async () => {
      const { host, page } = await openUploads(waiting)
      const saving = host.hold('uploads.rename')
      await page.getByRole('link', { name: 'Second', exact: true }).click()
      await openUploadMenu(page, 'Rename')
      const dialog = page.getByRole('dialog', { name: 'Rename upload' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring sale')
      await page.keyboard.press('Enter')
      const spinner = dialog.locator('button[type=submit] .n-base-loading')
      await spinner.waitFor()
      expect(host.inputsOf('uploads.rename')).toHaveLength(1)
      saving[0]?.answer(failure({ kind: 'conflict', message: 'The name is taken.' }))
      await dialog.getByText('The name is taken.').waitFor()
      await spinner.waitFor({ state: 'detached' })
    },
  )
})

describe('finished uploads', () => {
  it('have their actions in a menu by a right-click, which gives the focus back', async () => {
    const { page, card } = await openUploads([finishedUpload({ name: 'March' })])
    const link = page.getByRole('link', { name: 'March', exact: true })
    await link.focus()
    await card('March').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'March' })
    await expect.poll(() => menu.getByRole('menuitem').allInnerTexts()).toEqual(['Open', 'Remove March from the list'])
    await page.keyboard.press('Escape')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'March' }).waitFor()
  })

  it('are found by a customer', async () => {
    const row = { row: 4, rego: '1RP100', vin: null, clientName: "Olivia O'Brien" }
    const { host, page } = await openUploads([finishedUpload()], (twin) =>
      twin.answer('uploads.search', () => success({ found: [{ id: 'upload-1', row }], next: null })),
    )
    await page.getByRole('searchbox', { name: 'Search uploads' }).fill("olivia o'brien")
    const results = page.getByRole('region', { name: 'Found uploads' })
    await results.getByText(/^Row 4: Olivia O'Brien/).waitFor()
    expect(host.inputsOf('uploads.search')).toMatchObject([{ text: "olivia o'brien", within: 'rows' }])
  })

  it('are removed from the list and put back, and say that they were undone', async () => {
    const undone = { at: '2026-11-19T23:20:00Z', left: 0, deleting: 0 }
    const { page, card } = await openUploads([
      finishedUpload({ name: 'First' }),
      finishedUpload({ id: 'upload-2', name: 'Second', undone }),
    ])
    await card('Second').getByText('Undone', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove First from the list' }).click()
    await card('First').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await card('First').waitFor()
    expect(await card('First').getByText('Undone', { exact: true }).count()).toBe(0)
  })
})

it('shows a running upload again after a reload, and none in the sidebar at its end', async () => {
  const host = createPracticeHost()
  answerUploads(host, [sampleUpload()])
  const page = await openWindow('/uploads/upload-1', host)
  await page.getByText('100 of 400').first().waitFor()
  await openWindow('/uploads/upload-1', host)
  await page.getByText('100 of 400').first().waitFor()
  const running = page.getByRole('link', { name: /^Upload history 1 upload running/ })
  await running.waitFor()
  answerUploads(host, [finishedUpload()])
  host.announce({ name: 'uploads.changed', subject: 'upload-1' })
  await page.getByRole('button', { name: 'Go to customers' }).waitFor()
  await expect.poll(() => page.getByText(/upload (running|finishing)/).count()).toBe(0)
})

longDescribe('the search in the history', () => {
  it('finds by name with marks, by status and by period, and says when nothing fits', async () => {
    const uploads = [
      finishedUpload({ name: 'Cars by hand', fileName: 'byhand.csv' }),
      finishedUpload({
        id: 'upload-2',
        name: 'sold-vehicles',
        undone: { at: '2026-11-19T23:20:00Z', left: 0, deleting: 0 },
      }),
    ]
    const host = createPracticeHost()
    answerUploads(host, uploads)
    host.answer('uploads.search', ({ text = '', state = 'any', until = null }) => {
      const found = uploads.filter(
        (each) =>
          (each.name + each.fileName).includes(text) &&
          (state === 'any' || (state === 'undone') === (each.undone !== null)) &&
          (until === null || until > '2026-11-01'),
      )
      return success({ found: found.map(({ id }) => ({ id, row: null })), next: null })
    })
    const page = await openWindow('/uploads', host)
    const search = page.getByRole('search', { name: 'Search in the upload history' })
    const found = page.getByRole('region', { name: 'Found uploads' })
    const field = search.getByRole('searchbox', { name: 'Search uploads' })
    await field.fill('byhand')
    await found
      .locator('mark', { hasText: /byhand/i })
      .first()
      .waitFor()
    expect(await found.getByRole('listitem').count()).toBe(1)
    await field.fill('')
    await chooseOption(search, 'Status', 'Undone')
    await found.getByRole('listitem').filter({ hasText: 'sold-vehicles' }).waitFor()
    await expect.poll(() => found.getByRole('status').innerText()).toBe('1 upload')
    await chooseOption(search, 'Period', 'From … to …')
    await search.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByText('No matching uploads').waitFor()
    expect(host.inputsOf('uploads.search').at(-1)).toMatchObject({ state: 'undone', until: '2020-01-31' })
    const from = search.getByLabel('From', { exact: true })
    await from.fill('1 Feb 20')
    await search.getByText('The first date is after the last.').waitFor()
    // The same day by the calendar, with keys.
    await search.getByRole('button', { name: 'Choose a day: From' }).press('Enter')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => from.inputValue()).toBe('31/1/2020')
    await search.getByText('The first date is after the last.').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('heading', { level: 2, name: 'Finished' }).waitFor()
  })
})
