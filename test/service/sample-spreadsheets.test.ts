import { expect, it } from 'vitest'
import type { SampleSpreadsheet } from '../../src/contract/practice.ts'
import { isVinCheckDigitRight } from '../../src/core/fields/vin.ts'
import { startProgram } from '../twins/program-twin.ts'

async function openSample(sample: SampleSpreadsheet) {
  const program = await startProgram()
  await program.get('connections.startPractice', { region: 'au' })
  const { fileId } = await program.get('practice.takeSample', { sample })
  const draft = await program.get('drafts.open', { fileId })
  return { program, draft }
}

it('the clean sample needs no fixes and can be sent as it is', async () => {
  const { program, draft } = await openSample('clean')
  expect(draft.counts).toMatchObject({ rows: 30, ready: 30, warning: 0, error: 0, excluded: 0 })
  const upload = await program.get('uploads.create', {
    draftId: draft.id,
    name: 'Sample',
    lookUpMissingVins: false,
    references: true,
  })
  expect(upload).toMatchObject({ id: expect.any(String) })
})

it('the messy sample has errors, warnings and excluded rows, and rows that are ready', async () => {
  const { draft } = await openSample('messy')
  expect(draft.counts.rows).toBe(45)
  for (const part of ['ready', 'warning', 'error', 'excluded'] as const) expect(draft.counts[part]).toBeGreaterThan(0)
  expect(draft.groups.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['state.near', 'mobile.invalid', 'date.impossible', 'row.no-vehicle', 'vin.letter']),
  )
})

it.each(['clean', 'messy'] as const)(
  'the %s sample has VINs with right check digits, and mobiles that never ring',
  async (sample) => {
    const { program, draft } = await openSample(sample)
    const { rows } = await program.get('drafts.rows', {
      id: draft.id,
      show: 'all',
      group: null,
      search: '',
      offset: 0,
      limit: 100,
    })
    const valid = rows.filter(({ status }) => status !== 'error')
    const vins = valid.map(({ cells }) => cells.vin.value).filter(Boolean)
    expect(vins.length).toBeGreaterThan(20)
    // A VIN with the letter O stays in the messy sample until the user corrects it.
    expect(vins.filter((vin) => !vin.includes('O') && !isVinCheckDigitRight(vin))).toEqual([])
    const mobiles = valid.map(({ cells }) => cells.mobile_number.value).filter(Boolean)
    expect(mobiles.length).toBeGreaterThan(20)
    // The block that the regulator reserves for film and television.
    expect(mobiles.filter((mobile) => !/^049157\d{4}$/.test(mobile))).toEqual([])
  },
)
