import { expect, it } from 'vitest'
import type { Draft } from '../../src/contract/drafts.ts'
import { success } from '../../src/contract/result.ts'
import { openDraft, soldRows } from './draft-screen.ts'

it('sends nothing before the question about “do not contact” is answered', async () => {
  const question: Draft['contactQuestions'][number] = {
    index: 7,
    header: 'SMS consent',
    values: [{ value: 'NO', rows: 1 }],
    rows: 1,
    choice: null,
    remembered: false,
  }
  const rows = soldRows(2)
  const { host, page } = await openDraft({
    draft: { step: 'send', contactQuestions: [question] },
    rows: rows.map((row, at) => (at === 0 ? row : { ...row, status: 'excluded' })),
    prepare(twin, { change }) {
      twin.answer('drafts.setContactChoice', ({ choice }) =>
        success(change('Answered', { contactQuestions: [{ ...question, choice }] }, rows)),
      )
    },
  })
  const send = page.getByRole('button', { name: /^Send \d rows?$/ })
  await send.waitFor()
  expect(await send.isDisabled()).toBe(true)
  const asked = page.getByRole('region', { name: 'Do not contact' })
  await asked.getByText('1 row may be “do not contact” in “SMS consent”').waitFor()
  await asked.getByRole('button', { name: 'Send them' }).click()
  await page.getByRole('button', { name: 'Send 2 rows' }).waitFor()
  expect(await send.isEnabled()).toBe(true)
  expect(host.inputsOf('drafts.setContactChoice')).toEqual([{ id: 'draft-1', index: 7, choice: 'send' }])
})

it('excludes rows by the notes that are ticked, and sends nothing before the others are confirmed', async () => {
  const note = { rows: 1, excluded: false, isSure: false, isOpen: true }
  const column: Draft['contactNotes'][number] = {
    index: 7,
    header: 'Notes',
    notes: [
      { ...note, key: 'a', note: 'DO NOT CALL', rows: 3, isSure: true, excluded: true, isOpen: false },
      { ...note, key: 'b', note: 'asked for privacy' },
      { ...note, key: 'c', note: 'text only' },
    ],
    hidden: 0,
    others: [{ ...note, key: 'd', note: 'likes blue', rows: 2, isOpen: false }],
    othersHidden: 0,
    open: 2,
    excludedRows: 3,
  }
  const rows = soldRows(2)
  const { host, page } = await openDraft({
    draft: { step: 'send', contactNotes: [column] },
    rows,
    prepare(twin, { change }) {
      twin.answer('drafts.setContactNotes', ({ keys, excluded }) => {
        column.notes = column.notes.map((one) => (keys.includes(one.key) ? { ...one, excluded, isOpen: false } : one))
        column.open = column.notes.filter(({ isOpen }) => isOpen).length
        return success(change('Decided', { contactNotes: [{ ...column }] }, rows))
      })
    },
  })
  const send = page.getByRole('button', { name: 'Send 2 rows' })
  await send.waitFor()
  expect(await send.isDisabled()).toBe(true)
  const asked = page.getByRole('region', { name: 'Do not contact' })
  await asked.getByText('2 notes in “Notes” may forbid contact').waitFor()
  const sure = asked.getByRole('group', { name: 'Forbids contact' })
  expect(await sure.getByRole('checkbox', { name: 'DO NOT CALL 3 rows' }).isChecked()).toBe(true)
  const similar = asked.getByRole('group', { name: 'May forbid contact' })
  const privacy = similar.getByRole('checkbox', { name: 'asked for privacy 1 row' })
  await privacy.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => privacy.isChecked()).toBe(true)
  await asked.getByText('Other notes (1)').click()
  await asked.getByRole('checkbox', { name: 'likes blue 2 rows' }).waitFor()
  await asked.getByRole('button', { name: 'Include the other note' }).click()
  await page.getByText('3 rows excluded by notes in “Notes”.').waitFor()
  expect(await send.isEnabled()).toBe(true)
  expect(host.inputsOf('drafts.setContactNotes')).toEqual([
    { id: 'draft-1', keys: ['b'], excluded: true },
    { id: 'draft-1', keys: ['c'], excluded: false },
  ])
})
