import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import { rowsWith, sampleUpload } from '../unit/renderer/features/uploads/sample-upload.ts'
import { openUploadMenu, sumOfRows } from '../window/steps.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { download } from '../window/controls.ts'

const cancelled: Upload = sampleUpload({
  state: 'cancelled',
  finishedAt: '2026-11-19T23:20:00.000Z',
  rows: rowsWith({ inFile: 412, excluded: 67, skipped: 4, notSent: 200, sent: 145, accepted: 100, notProcessed: 45 }),
  place: null,
})

it('is cancelled after a question, and then shows the outcome of every row', async () => {
  const host = createPracticeHost()
  host.answer('uploads.get', () => success(sampleUpload()))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  host.answer('uploads.cancel', () => {
    host.answer('uploads.get', () => success(cancelled))
    return success(cancelled)
  })
  const page = await openWindow('/uploads/upload-1', host)
  await page.getByText(/100 of 400/).waitFor()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel Sold cars?' })
  await question.getByText(/^200 rows not sent yet will stay on this PC\./).waitFor()
  expect(host.inputsOf('uploads.cancel')).toEqual([])
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('heading', { name: /cancelled/i }).waitFor()
  const sum = await sumOfRows(page)
  expect(sum).toMatchObject({ inFile: 416, adds: true })
  expect(sum.parts).toMatchObject({ tracked: 100, cancelled: 45, 'not sent': 200, skipped: 4 })
})

it('that was cancelled gives its rows as a file, and retries them in a draft that joins it', async () => {
  const host = createPracticeHost()
  host.answer('uploads.get', () => success(cancelled))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  host.answer('uploads.exportRemainder', () =>
    success({ fileName: 'cancelled.csv', mimeType: 'text/csv', encoding: 'utf8', content: '\uFEFFRego\r\n', rows: 45 }),
  )
  host.answer('uploads.retryRows', () => success({ draftId: 'draft-1' }))
  const page = await openWindow('/uploads/upload-1', host)
  await openUploadMenu(page, 'Download rows')
  await page.getByRole('radio', { name: /^Cancelled/ }).check({ force: true })
  expect(await download(page, 'CSV')).toEqual({ name: 'cancelled.csv', text: '\uFEFFRego\r\n' })
  const name = 'sold-vehicles - cancelled rows.csv'
  const corrects = { uploadId: 'upload-1', name: 'Sold cars' }
  answerSavedDraft(host, sampleDraft({ name, fileName: name, corrects, step: 'send' }))
  await page.getByRole('button', { name: 'Retry 45 cancelled rows' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('These rows were saved from the upload “Sold cars”. They join it when they are sent.').waitFor()
  expect(host.inputsOf('uploads.retryRows')).toMatchObject([{ id: 'upload-1', outcome: 'not-processed' }])
})
