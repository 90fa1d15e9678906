import { describe, expect, it } from 'vitest'
import { columnValues } from '../../../../../src/core/drafts/engine/column-values.ts'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { act, openText, shown, statuses } from './open-draft.ts'

const header = 'Name,Rego,State,VIN,Status'
const rows = ['Ann,1AB2CD,Vic.,,Sold', 'Bob,1AB3CD,vic,,Unsold', 'Cy,1AB4CD,Vctorai,,sold', 'Di,1AB5CD,Vctorai,,Unsold']
const text = [header, ...rows].join('\n')
const open = () => openText(text)

const listed = (engine: Awaited<ReturnType<typeof open>>, index: number) =>
  columnValues(engine, index)?.values.map(({ text: value, rows: count, value: sent, excluded }) => [
    value,
    count,
    sent,
    excluded,
  ])

describe('the values of a column', () => {
  it('are listed with their rows and what is sent, and a value is changed in all rows, undone and remembered', async () => {
    const engine = await open()
    expect(engine.plan.columns.map(({ values }) => values)).toEqual([undefined, undefined, 3, undefined, 3])
    expect(listed(engine, 2)).toEqual([
      ['Vctorai', 2, '', false],
      ['Vic.', 1, 'VIC', false],
      ['vic', 1, 'VIC', false],
    ])
    const meaning = { text: 'SA' }
    const { entries, label } = act(engine, { kind: 'value', index: 2, text: 'Vctorai', meaning })
    expect([label, entries.length]).toEqual(['“Vctorai” in “State” → SA', 1])
    expect([4, 5].map((row) => shown(engine, row).cells.state.value)).toEqual(['SA', 'SA'])
    expect(engine.template()?.choices.fixes).toEqual([{ field: 'state', original: 'Vctorai', text: 'SA' }])
    engine.apply(undoEntries(entries))
    expect(listed(engine, 2)?.[0]).toEqual(['Vctorai', 2, '', false])
  })

  it('exclude their rows, which is undone, and remembered for the next file with this header', async () => {
    const engine = await open()
    act(engine, { kind: 'value', index: 2, text: 'Vctorai', meaning: { text: 'VIC' } })
    const meaning = { excluded: true }
    const { entries } = act(engine, { kind: 'value', index: 4, text: 'Unsold', meaning })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'excluded', 4: 'ready', 5: 'excluded' })
    expect(shown(engine, 3).excludedBecause).toBe('Excluded for the value in “Status”')
    expect(listed(engine, 4)).toEqual([
      ['Unsold', 2, 'Unsold', true],
      ['Sold', 1, 'Sold', false],
      ['sold', 1, 'sold', false],
    ])
    const template = engine.template()!
    const next = await openText(text, { remembered: { shape: template.shape, choices: template.choices } })
    expect(statuses(next)).toMatchObject({ 2: 'ready', 3: 'excluded' })
    const other = await open()
    act(other, { kind: 'template', choices: template.choices })
    expect(statuses(other)).toEqual({ 2: 'ready', 3: 'excluded', 4: 'ready', 5: 'excluded' })
    engine.apply(undoEntries(entries))
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready', 4: 'ready', 5: 'ready' })
  })

  it('of a “do not contact” column can be told apart one by one', async () => {
    const engine = await openText(
      ['Name,Rego,State,Do not contact', 'Ann,1AB2CD,VIC,Yes', 'Bob,1AB3CD,VIC,No calls', 'Cy,1AB4CD,VIC,No'].join(
        '\n',
      ),
    )
    act(engine, { kind: 'contact', index: 3, choice: 'exclude' })
    const before = statuses(engine)
    act(engine, { kind: 'value', index: 3, text: 'No', meaning: { excluded: true } })
    expect(statuses(engine)).toEqual({ ...before, 4: 'excluded' })
    act(engine, { kind: 'value', index: 3, text: 'Yes', meaning: { excluded: false } })
    expect(statuses(engine)[2]).toBe('ready')
  })
})
