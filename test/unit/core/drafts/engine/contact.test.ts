import { describe, expect, it } from 'vitest'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { act, openText, statuses } from './open-draft.ts'

const people = ['Ann Lee', 'Bob Tan', 'Cy Ray', 'Di Fox']
/** Four customers with one more column. */
const list = (header: string, values: readonly string[]): string =>
  [
    `Customer Name,Mobile,Rego,State,${header}`,
    ...people.map((name, at) => `${name},049157000${at + 1},ABC12${at},NSW,${values[at] ?? ''}`),
  ].join('\r\n')
const open = (header: string, values: readonly string[]) => openText(list(header, values))

describe('a column about contact', () => {
  it.each([
    ['Consent to market', ['Yes', 'NO', 'N', 'yes'], ['NO', 'N']],
    ['SMS consent', ['TRUE', 'FALSE', 'TRUE', 'FALSE'], ['FALSE']],
    ['Email Opt Out', ['0', '1', '0', '1'], ['1']],
    ['Do not allow Phone Calls', ['Allow', 'Do Not Allow', 'Allow', 'Do Not Allow'], ['Do Not Allow']],
    ['Bulk Email', ['Allow', 'Do Not Allow', 'Allow', 'Allow'], ['Do Not Allow']],
    ['OK to contact?', ['Y', 'N', 'Y', ''], ['N']],
    ['May we contact you about offers?', ['yes', 'no', '', ''], ['no']],
    ['Opt-in SMS', ['1', '0', '1', '1'], ['0']],
    ['Unsubscribed', ['', '3/04/2024', '', ''], ['3/04/2024']],
    ['HasOptedOutOfEmail', ['false', 'true', 'false', 'false'], ['true']],
    ['Marketing', ['Opted in', 'Opted out', 'Opted in', ''], ['Opted out']],
    ['GDPR consent', ['granted', 'withdrawn', 'granted', ''], ['withdrawn']],
    ['Deceased', ['N', 'Y', 'N', 'N'], ['Y']],
    ['Status', ['Active', 'Deceased', 'Active', 'Active'], ['Deceased']],
    ['Notes', ['Fleet', 'passed away in March', 'call after 6', ''], ['passed away in March']],
    ['Contact preference', ['Email', 'Do not contact', 'Phone', 'Any'], ['Do not contact']],
  ])('“%s” becomes a question with its values', async (header, values, refusing) => {
    const engine = await open(header, values)
    const [question, ...others] = engine.view().contactQuestions
    expect(others).toEqual([])
    expect(question).toMatchObject({ index: 4, header, choice: null, remembered: false })
    expect(question?.values.map(({ value }) => value).toSorted()).toEqual(refusing.toSorted())
    expect(question?.rows).toBe(values.filter((value) => refusing.includes(value)).length)
    expect(engine.view().counts.leftOut).toBe(question?.rows)
  })

  it.each([
    ['Consent to market', ['Yes', 'Yes', 'y', '']],
    ['Do Not Call', ['N', 'no', '', 'FALSE']],
    ['Consent date', ['3/04/2024', '4/04/2024', '5/04/2024', '']],
    ['Finance', ['Y', 'N', 'Y', 'N']],
    ['Notes', ['do not call before 9', 'Allow extra time', '', '']],
    ['Stock on lot', ['No', 'Yes', 'No', 'No']],
  ])('“%s” asks nothing where nobody refuses', async (header, values) => {
    const { contactQuestions, counts } = (await open(header, values)).view()
    expect([contactQuestions, counts.leftOut]).toEqual([[], 0])
  })

  it('asks about a name that says deceased', async () => {
    const engine = await openText('Name,Mobile,Rego,State\r\nAnn Lee (DECEASED),0491570001,ABC123,NSW\r\n')
    expect(engine.view().contactQuestions).toMatchObject([{ header: 'Name', rows: 1 }])
  })
})

describe('the answer', () => {
  const values = ['Yes', 'NO', 'N', 'yes']

  it('excludes the rows, sends them, or says that the column means something else', async () => {
    const engine = await open('Consent to market', values)
    act(engine, { kind: 'contact', index: 4, choice: 'exclude' })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'left-out', 4: 'left-out', 5: 'ready' })
    act(engine, { kind: 'contact', index: 4, choice: 'send' })
    expect(engine.view().counts).toMatchObject({ ready: 4, leftOut: 0 })
    expect(engine.rowsToSend().rows[1]?.input.additional_fields).toEqual({ 'Consent to market': 'NO' })
    act(engine, { kind: 'contact', index: 4, choice: 'other' })
    expect(engine.view().columns[4]?.target).toBe('keep')
    expect(engine.view().counts).toMatchObject({ ready: 4, leftOut: 0 })
  })

  it('is undone like any other change', async () => {
    const engine = await open('Consent to market', values)
    const before = engine.view()
    const { entries, label } = act(engine, { kind: 'contact', index: 4, choice: 'send' })
    expect(label).toBe('Rows marked in “Consent to market” sent')
    engine.apply(undoEntries(entries))
    expect(engine.view()).toEqual(before)
  })

  it('is given by choosing “Do not contact” for a column', async () => {
    const engine = await open('Finance', ['Y', 'N', 'Y', 'N'])
    act(engine, { kind: 'column', index: 4, target: 'opt_out' })
    expect(engine.view().contactQuestions).toMatchObject([{ rows: 2, choice: 'exclude' }])
    expect(engine.view().counts.leftOut).toBe(2)
  })

  it('is remembered for files with the same header', async () => {
    const first = await open('Consent to market', values)
    act(first, { kind: 'contact', index: 4, choice: 'send' })
    const template = first.template()!
    const next = await openText(list('Consent to market', ['no', 'yes', 'yes', 'no']), { remembered: template })
    expect(next.view().contactQuestions).toMatchObject([{ rows: 2, choice: 'send', remembered: true }])
    expect(next.view().counts.leftOut).toBe(0)
    // A file in which nobody refuses does not forget it.
    const quiet = await openText(list('Consent to market', ['yes', 'yes', 'yes', '']), { remembered: template })
    expect(quiet.template()?.choices.contact).toEqual({ 'consent to market': 'send' })
  })

  it('is asked for when the template remembers the column only', async () => {
    const first = await open('Consent to market', values)
    const template = first.template()!
    expect(template.choices).toMatchObject({ targets: { 'consent to market': 'opt_out' }, contact: {} })
    const next = await openText(list('Consent to market', values), { remembered: template })
    expect(next.view().contactQuestions).toMatchObject([{ choice: null }])
  })
})

describe('skipped rows', () => {
  const text =
    'Name,Mobile,Rego,State\r\nAnn Lee,0491570001,ABC123,NSW\r\nTotal: 2\r\nBob Tan,0491570002,XYZ789,VIC\r\n'

  it('are counted, taken back and skipped again, and each is undone', async () => {
    const engine = await openText(text)
    expect(engine.view().counts).toMatchObject({ rows: 2, skipped: 1 })
    const back = act(engine, { kind: 'skip', rows: [3], skipped: false })
    expect(back.label).toBe('Row 3 taken back')
    expect(engine.view().counts).toMatchObject({ rows: 3, skipped: 0, error: 1 })
    act(engine, { kind: 'skip', rows: [3], skipped: true })
    expect(engine.view().counts).toMatchObject({ rows: 2, skipped: 1 })
    const own = act(engine, { kind: 'skip', rows: [2, 4], skipped: true })
    expect(engine.view().notRecords.map(({ reason }) => reason)).toEqual([
      'Skipped by you',
      'Total or footer',
      'Skipped by you',
    ])
    expect(engine.rowsToSend()).toMatchObject({ rows: [], leftOut: [] })
    engine.apply(undoEntries(own.entries))
    expect(engine.view().counts).toMatchObject({ rows: 2, skipped: 1 })
  })

  it('stay skipped when a row is not one of them', async () => {
    const engine = await openText(text)
    expect(() => act(engine, { kind: 'skip', rows: [2], skipped: false })).toThrow('None of these rows is skipped.')
    expect(() => act(engine, { kind: 'skip', rows: [99], skipped: true })).toThrow('customer row')
  })
})
