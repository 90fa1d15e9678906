import { describe, expect, it } from 'vitest'
import { openText } from '../engine/open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'

async function excludedRows(...lines: readonly string[]): Promise<Record<number, string>> {
  const engine = await openText([header, ...lines].join('\n'))
  return Object.fromEntries([...engine.comparison.excluded].map(([row, { reason }]) => [row, reason]))
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
