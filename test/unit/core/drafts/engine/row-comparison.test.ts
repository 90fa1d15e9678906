import { describe, expect, it } from 'vitest'
import { vehicleKeys } from '../../../../../src/core/fields/vehicle-key.ts'
import { act, openText, shown, statuses } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const table = (...rows: string[]): string => [header, ...rows].join('\n')
const vinA = '6G1FA8E5AZ4033922'
const vinB = 'JTNK4MBE207450782'

async function excludedRows(...lines: readonly string[]): Promise<Record<number, string>> {
  const engine = await openText([header, ...lines].join('\n'))
  const reasons = [...engine.rows.numbers].map((row, position) => [
    row,
    engine.comparison.exclusionOf(position)?.reason,
  ])
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined))
}

describe('rows of one car', () => {
  it('sends the row with the latest sale date, wherever it is in the file', async () => {
    expect(
      await excludedRows(
        'Ann Lee,0491570006,ABC123,NSW,,13/02/2024',
        'Bob Tan,0491570156,ABC123,NSW,,20/02/2024',
        'Cy Wu,0491570157,ABC123,NSW,,14/02/2024',
      ),
    ).toEqual({
      2: 'Duplicate: a newer sale of this car is in row 3',
      4: 'Duplicate: a newer sale of this car is in row 3',
    })
  })

  it('sends the later row of the file when the sale dates are equal', async () => {
    expect(
      await excludedRows('Ann Lee,0491570006,ABC123,NSW,,13/02/2024', 'Bob Tan,0491570156,ABC123,NSW,,13/02/2024'),
    ).toEqual({ 2: 'Duplicate: this car is also in row 3' })
  })

  it('sends the later row of the file when neither has a sale date', async () => {
    expect(
      await excludedRows(
        'Ann Lee,0491570006,ABC123,NSW,,',
        'Bob Tan,0491570156,ABC123,NSW,,',
        'Cy Wu,,XYZ789,NSW,,14/02/2024',
      ),
    ).toEqual({ 2: 'Duplicate: this car is also in row 3' })
  })

  it('sends the row with a sale date before a later row without one', async () => {
    expect(await excludedRows('Ann Lee,0491570006,ABC123,NSW,,13/02/2024', 'Bob Tan,0491570156,ABC123,NSW,,')).toEqual({
      3: 'Duplicate: this car is in row 2 with a sale date',
    })
  })
})

describe('which rows are of one car (domain, part 7.4)', () => {
  it('matches rego and state, and names the row that is sent', async () => {
    const engine = await openText(
      table(
        'Ann,0491570006,ABC123,NSW,,1/02/2023',
        'Bob,0491570156,abc-123,nsw,,15/02/2024',
        'Cy,0491570157,ABC 123,NSW,,',
        'Di,0491570158,ABC123,VIC,,1/02/2024',
      ),
    )
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'ready', 4: 'excluded', 5: 'ready' })
    expect(shown(engine, 2).excludedBecause).toBe('Duplicate: a newer sale of this car is in row 3')
    expect(shown(engine, 4).excludedBecause).toBe('Duplicate: this car is in row 3 with a sale date')
    expect(engine.view().excludedReasons).toEqual([
      { reason: 'Duplicate: a newer sale of this car is in the file', rows: 1 },
      { reason: 'Duplicate: this car is in the file with a sale date', rows: 1 },
    ])
  })

  it('matches the VIN, also with another plate', async () => {
    const engine = await openText(table(`Ann,,ABC123,NSW,${vinA},1/02/2023`, `Bob,,XYZ789,NSW,${vinA},15/02/2024`))
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'ready' })
  })

  it('joins a rego and a VIN through a row that has both', async () => {
    const engine = await openText(
      table(`Ann,,ABC123,NSW,,1/02/2023`, `Bob,,,,${vinA},2/02/2023`, `Cy,,ABC123,NSW,${vinA},15/02/2024`),
    )
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'excluded', 4: 'ready' })
  })

  it('warns about one rego with two VINs instead of excluding a row', async () => {
    const engine = await openText(table(`Ann,,ABC123,NSW,${vinA},1/02/2023`, `Bob,,ABC123,NSW,${vinB},15/02/2024`))
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning' })
    expect(shown(engine, 2).issues.find((found) => found.rule === 'row.rego-with-other-vin')?.message).toContain(
      'Row 3',
    )
  })
})

describe('existing customers and opt-outs', () => {
  it('excludes existing customers by rego and state or by VIN, or sends them with a warning', async () => {
    const text = table('Ann,,ABC123,NSW,,', `Bob,,,,${vinA},`, 'Cy,,ABC123,VIC,,')
    const known = vehicleKeys({ rego: 'abc123', state: 'NSW', vin: vinA })
    const engine = await openText(text, { known })
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'excluded', 4: 'ready' })
    act(engine, { kind: 'known-customers', choice: 'send' })
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning', 4: 'ready' })
  })

  it('excludes rows marked by an opt-out column or by a note', async () => {
    const engine = await openText(
      'Name,Rego,State,Opt Out,Remarks,Colour\nAnn,ABC123,NSW,Y,,Red\nBob,DEF456,NSW,,please do not call,Blue\nCy,GHJ789,NSW,N,call after 6,Red\n',
    )
    expect(statuses(engine)).toEqual({ 2: 'excluded', 3: 'excluded', 4: 'ready' })
    expect(shown(engine, 2).excludedBecause).toContain('do not contact')
  })
})

describe('shared mobiles', () => {
  it('warns about one mobile on three different names', async () => {
    const rows = ['Ann Lee', 'Bob Tan', 'Cy Wu', 'CY WU'].map((name, at) => `${name},0491 570 006,ABC12${at},NSW,,`)
    const engine = await openText(table(...rows, 'Di Poe,0491570156,XYZ789,NSW,,', 'Ed Poe,0491570156,XYZ780,NSW,,'))
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning', 4: 'warning', 5: 'warning', 6: 'ready', 7: 'ready' })
  })
})
