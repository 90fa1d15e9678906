import { expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import { sampleColumn, sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import { sampleUpload } from '../unit/renderer/features/uploads/sample-upload.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'

it('sends with an old customer list after its age is confirmed, and says that the upload waits', async () => {
  const host = createPracticeHost()
  const counts = { rows: 10, ready: 10, warning: 0, error: 0, update: 0, excluded: 0, skipped: 0, paidLookups: 0 }
  answerSavedDraft(host, sampleDraft({ step: 'send', counts, columns: [sampleColumn(0, 'Rego', 'rego')] }))
  const queued = sampleUpload({
    state: 'waiting',
    waiting: { reason: 'Can’t connect to the service.', until: '2026-11-19T23:40:00Z' },
  })
  host.answer('uploads.create', ({ listAgeConfirmed = false }) =>
    listAgeConfirmed
      ? success(queued)
      : failure({
          kind: 'needs-confirmation',
          message: 'The customer list can’t be refreshed.',
          since: '2026-11-19T21:30:00Z',
        }),
  )
  host.answer('uploads.get', () => success(queued))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  const page = await openWindow('/import/draft-1', host)
  const send = page.getByRole('button', { name: /^Send [\d,]+ rows?$/ })
  await send.click()
  const question = page.getByRole('dialog', { name: /^Customer list last updated 2 hours ago\. Send anyway\?$/ })
  await question.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await page.getByRole('heading', { name: 'Row summary' }).count()).toBe(0)
  await send.click()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
  await page
    .getByText(/goes on by itself|tries again|waiting/i)
    .first()
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const asked = host.inputsOf('uploads.create').map(({ listAgeConfirmed = false }) => listAgeConfirmed)
  expect(asked).toEqual([false, false, true])
})

it('says offline that the rows wait, and queues them without a question', async () => {
  const host = createPracticeHost()
  const counts = { rows: 30, ready: 30, warning: 0, error: 0, update: 0, excluded: 0, skipped: 0, paidLookups: 0 }
  answerSavedDraft(host, sampleDraft({ step: 'send', counts, columns: [sampleColumn(0, 'Rego', 'rego')] }))
  host.answer('connections.state', () => success(connectionState(practice, { reachability: 'offline' })))
  const queued = sampleUpload({ state: 'waiting' })
  host.answer('uploads.create', () => success(queued))
  host.answer('uploads.get', () => success(queued))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  const page = await openWindow('/import/draft-1', host)
  await page
    .getByText('You’re offline. 30 rows wait here and go when you’re back. The customer list is refreshed first.')
    .waitFor()
  await page.getByRole('button', { name: 'Queue 30 rows' }).click()
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
  expect(host.inputsOf('uploads.create')).toHaveLength(1)
})
