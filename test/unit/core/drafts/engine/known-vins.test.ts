import { describe, expect, it } from 'vitest'
import type { KnownVin } from '../../../../../src/contract/drafts.ts'
import { unsearchedRegos } from '../../../../../src/core/drafts/engine/upload-row.ts'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { rowsToSend, act, openText, shown } from './open-draft.ts'

const known: KnownVin = { vin: '6G1FA8E5AZ4033922', source: 'look-up', at: '2026-05-03T00:00:00.000Z' }
const file = [
  'Rego,State,VIN,Client Name',
  'ABC12D,NSW,,Jane Citizen',
  'XYZ98K,NSW,,Omar Nguyen',
  'DEF34G,NSW,JTDKN3DU7A0123456,Zed Tester',
].join('\n')

async function openWithKnownVin() {
  const engine = await openText(file)
  engine.addKnownVins(new Map([['ABC12D|NSW', known]]))
  return engine
}

const vinSent = (engine: Awaited<ReturnType<typeof openText>>) =>
  rowsToSend(engine).rows.map(({ input, knownVin }) => [input.vin ?? null, knownVin?.source ?? null])

describe('a known VIN', () => {
  it('is looked for once, for rows to send that have a rego and no VIN', async () => {
    const engine = await openText(file)
    expect(unsearchedRegos(engine, 10)).toEqual(['ABC12D|NSW', 'XYZ98K|NSW'])
    expect(unsearchedRegos(engine, 1)).toEqual(['ABC12D|NSW'])
    expect(engine.view().unsearchedVins).toBe(2)
    engine.addKnownVins(
      new Map([
        ['ABC12D|NSW', known],
        ['XYZ98K|NSW', null],
      ]),
    )
    expect(unsearchedRegos(engine, 10)).toEqual([])
    act(engine, { kind: 'cell', row: 3, field: 'rego', value: 'GHI56J' })
    expect(unsearchedRegos(engine, 10)).toEqual(['GHI56J|NSW'])
    engine.clearKnownVins()
    expect(engine.view().unsearchedVins).toBe(2)
  })

  it('is sent, shown in the row, and saves a paid look-up', async () => {
    const engine = await openWithKnownVin()
    expect(vinSent(engine)).toEqual([
      [known.vin, 'look-up'],
      [null, null],
      ['JTDKN3DU7A0123456', null],
    ])
    expect(engine.view()).toMatchObject({ counts: { paidLookups: 1 }, knownVins: { choice: 'fill', rows: 1 } })
    expect(shown(engine, 2)).toMatchObject({
      knownVin: known,
      cells: { vin: { original: '', value: known.vin, edited: false } },
    })
    expect(shown(engine, 3).knownVin).toBeUndefined()
  })

  it('is not filled in when the user switches that off, until that is undone', async () => {
    const engine = await openWithKnownVin()
    const { entries, label } = act(engine, { kind: 'known-vins', choice: 'ignore' })
    expect(label).toBe('Known VINs not filled in')
    expect(engine.view()).toMatchObject({ counts: { paidLookups: 2 }, knownVins: { choice: 'ignore', rows: 1 } })
    expect(vinSent(engine)[0]).toEqual([null, null])
    expect(shown(engine, 2)).not.toHaveProperty('knownVin')
    engine.apply(undoEntries(entries))
    expect(vinSent(engine)[0]).toEqual([known.vin, 'look-up'])
    act(engine, { kind: 'known-vins', choice: 'ignore' })
    expect(act(engine, { kind: 'known-vins', choice: 'fill' }).label).toBe('Known VINs filled in')
    expect(engine.view().counts.paidLookups).toBe(1)
  })

  it('is not filled in over a VIN that the user typed, and not in an excluded row', async () => {
    const engine = await openWithKnownVin()
    act(engine, { kind: 'cell', row: 2, field: 'vin', value: 'JTDKN3DU7A0654321' })
    expect(vinSent(engine)[0]).toEqual(['JTDKN3DU7A0654321', null])
    expect(engine.view().knownVins.rows).toBe(0)
    act(engine, { kind: 'cell', row: 2, field: 'vin', value: '' })
    act(engine, { kind: 'exclude', rows: [2], excluded: true })
    expect(shown(engine, 2)).not.toHaveProperty('knownVin')
    expect(engine.view().knownVins.rows).toBe(0)
  })
})
