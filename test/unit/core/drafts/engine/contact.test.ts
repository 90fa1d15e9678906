import { describe, expect, it } from 'vitest'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { rowsToSend, act, openText, statuses } from './open-draft.ts'

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
    ['OK to contact?', ['Y', 'N', 'Y', ''], ['N']],
    ['May we contact you about offers?', ['yes', 'no', '', ''], ['no']],
    ['Opt-in SMS', ['1', '0', '1', '1'], ['0']],
    ['Unsubscribed', ['', '3/04/2024', '', ''], ['3/04/2024']],
    ['HasOptedOutOfEmail', ['false', 'true', 'false', 'false'], ['true']],
    ['Marketing', ['Opted in', 'Opted out', 'Opted in', ''], ['Opted out']],
    ['GDPR consent', ['granted', 'withdrawn', 'granted', ''], ['withdrawn']],
    ['Deceased', ['N', 'Y', 'N', 'N'], ['Y']],
    ['Contact preference', ['Email', 'Do not contact', 'Phone', 'Any'], ['Do not contact']],
  ])('“%s” becomes a question with its values', async (header, values, refusing) => {
    const engine = await open(header, values)
    const [question, ...others] = engine.view().contactQuestions
    expect(others).toEqual([])
    expect(question).toMatchObject({ index: 4, header, choice: null, remembered: false })
    expect(question?.values.map(({ value }) => value).toSorted()).toEqual(refusing.toSorted())
    expect(question?.rows).toBe(values.filter((value) => refusing.includes(value)).length)
    expect(engine.view().counts.excluded).toBe(question?.rows)
  })

  it.each([
    ['Consent to market', ['Yes', 'Yes', 'y', '']],
    ['Do Not Call', ['N', 'no', '', 'FALSE']],
    ['Consent date', ['3/04/2024', '4/04/2024', '5/04/2024', '']],
    ['Finance', ['Y', 'N', 'Y', 'N']],
    ['Notes', ['DO NOT CALL', 'text only', '', '']],
    ['Stock on lot', ['No', 'Yes', 'No', 'No']],
  ])('“%s” asks nothing where nobody refuses', async (header, values) => {
    expect((await open(header, values)).view().contactQuestions).toEqual([])
  })
})

/** Each note of a draft with its rows, "sure" or "open", and "excluded". */
const notesOf = (engine: Awaited<ReturnType<typeof open>>): string[] =>
  engine
    .view()
    .contactNotes.flatMap(({ notes }) =>
      notes.map(({ note, rows, isSure, isOpen, excluded }) =>
        [note, rows, ...(isSure ? ['sure'] : []), ...(isOpen ? ['open'] : []), ...(excluded ? ['excluded'] : [])].join(
          ' ',
        ),
      ),
    )
const keyOf = (engine: Awaited<ReturnType<typeof open>>, text: string): string =>
  engine
    .view()
    .contactNotes.flatMap(({ notes }) => notes)
    .find(({ note }) => note === text)?.key ?? ''

describe('notes about contact', () => {
  const notes = ['do not call', 'text only', 'Do Not Call!', 'Fleet']

  it('are listed with their rows, and only those that surely forbid contact exclude theirs', async () => {
    const engine = await open('Notes', notes)
    expect(notesOf(engine)).toEqual(['do not call 2 sure excluded', 'text only 1 open'])
    expect(engine.view().contactNotes).toMatchObject([
      { index: 4, header: 'Notes', open: 1, hidden: 0, excludedRows: 2 },
    ])
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'ready', 4: 'excluded', 5: 'ready' })
  })

  it('about other things are listed in a column of notes, and exclude their rows when they are ticked', async () => {
    const engine = await open('Comments', ['Fleet', 'likes blue', 'fleet.', '-'])
    const othersOf = () =>
      engine
        .view()
        .contactNotes.flatMap(({ others }) => others.map(({ note, rows, excluded }) => [note, rows, excluded]))
    expect(engine.view().contactNotes).toMatchObject([{ notes: [], open: 0, othersHidden: 0, excludedRows: 0 }])
    expect(othersOf()).toEqual([
      ['Fleet', 2, false],
      ['likes blue', 1, false],
    ])
    const key = engine.view().contactNotes[0]?.others[1]?.key ?? ''
    act(engine, { kind: 'notes', keys: [key], excluded: true })
    expect(othersOf()[1]).toEqual(['likes blue', 1, true])
    expect(statuses(engine)).toMatchObject({ 2: 'ready', 3: 'excluded', 4: 'ready' })
    expect((await open('Colour', ['Fleet', 'likes blue', '', ''])).view().contactNotes).toEqual([])
  })

  it('are found in any column that is kept', async () => {
    expect(notesOf(await open('Bulk Email', ['Allow', 'Do Not Allow', 'Allow', 'Allow']))).toEqual([
      'Do Not Allow 1 sure excluded',
    ])
    expect(notesOf(await open('Status', ['Active', 'Deceased', 'Active', 'Active']))).toEqual([
      'Deceased 1 sure excluded',
    ])
  })

  it('exclude and send their rows as they are ticked, which is undone like any other change', async () => {
    const engine = await open('Notes', notes)
    const before = engine.view()
    const ticked = act(engine, { kind: 'notes', keys: [keyOf(engine, 'text only')], excluded: true })
    expect(ticked.label).toBe('Rows with the note “text only” excluded')
    expect(notesOf(engine)).toEqual(['do not call 2 sure excluded', 'text only 1 excluded'])
    expect(engine.view().counts).toMatchObject({ ready: 1, excluded: 3 })
    const unticked = act(engine, { kind: 'notes', keys: [keyOf(engine, 'do not call')], excluded: false })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'excluded', 4: 'ready', 5: 'ready' })
    engine.apply(undoEntries(unticked.entries))
    engine.apply(undoEntries(ticked.entries))
    expect(engine.view()).toEqual(before)
    expect(() => act(engine, { kind: 'notes', keys: ['nothing'], excluded: true })).toThrow('none of these notes')
  })

  it('are remembered one by one for files with the same header, without their texts', async () => {
    const first = await open('Notes', notes)
    act(first, { kind: 'notes', keys: [keyOf(first, 'do not call'), keyOf(first, 'text only')], excluded: false })
    const template = first.template()!
    expect(JSON.stringify(template).toLowerCase()).not.toContain('text only')
    const values = ['TEXT ONLY', 'do not call', 'never contact', 'complaint 3/4']
    const next = await openText(list('Notes', values), { remembered: template })
    expect(notesOf(next)).toEqual([
      'do not call 1 sure',
      'never contact 1 sure excluded',
      'TEXT ONLY 1',
      'complaint 3/4 1 open',
    ])
    expect(statuses(next)).toEqual({ 2: 'ready', 3: 'ready', 4: 'excluded', 5: 'ready' })
    // A file without these notes does not forget them.
    const quiet = await openText(list('Notes', ['', '', '', '']), { remembered: template })
    expect(quiet.template()?.choices.notes).toEqual(template.choices.notes)
    const applied = await openText(list('Notes', values))
    act(applied, { kind: 'template', choices: template.choices })
    expect(notesOf(applied)).toEqual(notesOf(next))
  })

  it('exclude no row by a short form that may be about the car', async () => {
    for (const header of ['Accessories', 'Notes'])
      expect(notesOf(await open(header, ['DND dealer fit only', '', '', '']))).toEqual(['DND dealer fit only 1 open'])
    expect(notesOf(await open('Accessories', ['DND', '', '', '']))).toEqual(['DND 1 open'])
    expect(notesOf(await open('Colour', ['DND', '', '', '']))).toEqual([])
    expect(notesOf(await open('Notes', ['DND', '', '', '']))).toEqual(['DND 1 sure excluded'])
    for (const header of ['Dealer Options', 'Phone Options', 'Staff Notes'])
      expect(notesOf(await open(header, ['DNC - bought tow bar', '', '', '']))).toEqual(['DNC - bought tow bar 1 open'])
    expect(notesOf(await open('Phone Notes', ['text only', '', '', '']))).toEqual(['text only 1 open'])
  })

  it('forbid contact in the columns of fields too, where other words are none', async () => {
    const engine = await openText(
      'Name,Mobile,Rego,State,Lead source\r\nAnn Lee (DECEASED),0491570001,ABC123,NSW,Phone call\r\nStop Shop Pty Ltd,0491570002,ABC124,NSW,Phone call\r\n',
    )
    expect(engine.view().contactNotes).toMatchObject([{ header: 'Name', notes: [{ rows: 1, isSure: true }] }])
  })

  it('are shown a hundred at a time, and a long one around its words about contact', async () => {
    const rows = Array.from({ length: 130 }, (_, at) => `Ann Lee,,ABC1${at},NSW,complaint ${at}`)
    const long = `${'x '.repeat(400)}do not call him ${'y '.repeat(400)}`
    const engine = await openText(['Name,Mobile,Rego,State,Notes', ...rows, `Bob Tan,,XYZ789,VIC,${long}`].join('\r\n'))
    const [shown] = engine.view().contactNotes
    expect(shown?.notes[0]?.note).toMatch(/^…x .*do not call him y .*…$/)
    expect([shown?.notes.length, shown?.open, shown?.hidden]).toEqual([101, 130, 30])
    const open = shown?.notes.flatMap(({ key, isOpen }) => (isOpen ? [key] : [])) ?? []
    act(engine, { kind: 'notes', keys: open, excluded: false })
    expect(engine.view().contactNotes).toMatchObject([{ open: 30, hidden: 0 }])
  })
})

describe('the answer', () => {
  const values = ['Yes', 'NO', 'N', 'yes']

  it('excludes the rows, sends them, or says that the column means something else', async () => {
    const engine = await open('Consent to market', values)
    act(engine, { kind: 'contact', index: 4, choice: 'exclude' })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'excluded', 4: 'excluded', 5: 'ready' })
    act(engine, { kind: 'contact', index: 4, choice: 'send' })
    expect(engine.view().counts).toMatchObject({ ready: 4, excluded: 0 })
    expect(rowsToSend(engine).rows[1]?.input.additional_fields).toEqual({ 'Consent to market': 'NO' })
    act(engine, { kind: 'contact', index: 4, choice: 'other' })
    expect(engine.view().columns[4]?.target).toBe('keep')
    expect(engine.view().counts).toMatchObject({ ready: 4, excluded: 0 })
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
    expect(engine.view().counts.excluded).toBe(2)
  })

  it('is remembered for files with the same header', async () => {
    const first = await open('Consent to market', values)
    act(first, { kind: 'contact', index: 4, choice: 'send' })
    const template = first.template()!
    const next = await openText(list('Consent to market', ['no', 'yes', 'yes', 'no']), { remembered: template })
    expect(next.view().contactQuestions).toMatchObject([{ rows: 2, choice: 'send', remembered: true }])
    expect(next.view().counts.excluded).toBe(0)
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
    expect(rowsToSend(engine)).toMatchObject({ rows: [], unsent: [] })
    engine.apply(undoEntries(own.entries))
    expect(engine.view().counts).toMatchObject({ rows: 2, skipped: 1 })
  })

  it('stay skipped when a row is not one of them', async () => {
    const engine = await openText(text)
    expect(() => act(engine, { kind: 'skip', rows: [2], skipped: false })).toThrow('None of these rows is skipped.')
    expect(() => act(engine, { kind: 'skip', rows: [99], skipped: true })).toThrow('customer row')
  })
})
