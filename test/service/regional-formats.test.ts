import { expect, it } from 'vitest'
import type { Region } from '../../src/contract/region.ts'
import { SightingFilter } from '../../src/contract/sightings.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram } from '../twins/program-twin.ts'

interface RegionalCar {
  readonly region: Region
  /** A row of the file: rego, state, name, mobile, sale date. */
  readonly row: string
  readonly mobileNumber: string
  readonly rego: string
  /** A search that finds the customer: the mobile or the plate as it is shown. */
  readonly searches: readonly string[]
}

const cars: readonly RegionalCar[] = [
  {
    region: 'au',
    row: 'ABC12D,NSW,Zara Quill,0412 345 678,2019-03-07',
    mobileNumber: '0412345678',
    rego: 'ABC12D',
    searches: ['0412 345 678', 'abc 12d'],
  },
  {
    region: 'nz',
    row: 'LPK482,,Zara Quill,0211234567,2019-03-07',
    mobileNumber: '0211234567',
    rego: 'LPK482',
    searches: ['021 123 4567', 'LPK482'],
  },
  {
    region: 'my',
    row: 'WXY1234,,Zara Quill,0123456789,2019-03-07',
    mobileNumber: '0123456789',
    rego: 'WXY1234',
    searches: ['012-345 6789', 'WXY 1234'],
  },
]

/** A program in a region, which has sent the row of a file. */
async function send({ region, row }: Pick<RegionalCar, 'region' | 'row'>) {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region, credentials })
  const text = `Rego,State,Name,Mobile,Sale date\n${row}\n`
  const { fileId } = pc.program.intake.add('list.csv', Buffer.from(text))
  const { id: draftId } = await pc.get('drafts.open', { fileId })
  await pc.get('uploads.create', { draftId, name: region, lookUpMissingVins: false })
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).total === 1 ? true : undefined))
  return { pc, far }
}

it.each(cars)(
  'a customer of a file in $region is found by the mobile and the plate as they are written there',
  async ({ searches, mobileNumber, rego, ...file }) => {
    const { pc } = await send(file)
    for (const search of searches) {
      const { customers } = await pc.get('customers.list', { search, offset: 0, limit: 2 })
      expect(customers).toMatchObject([{ clientName: 'Zara Quill', mobileNumber, rego, saleDate: '2019-03-07' }])
    }
  },
)

it('a date is typed, and put into a sheet to print, in the form that the user chose', async () => {
  const { pc, far } = await send({ region: 'au', row: 'ABC12D,NSW,Zara Quill,0412 345 678,2019-03-07' })
  await pc.get('app.setPreferences', { dateFormat: 'd mmm yyyy' })
  const { customers } = await pc.get('customers.list', { offset: 0, limit: 1 })
  const { id = '', lastUpdated = '' } = customers[0] ?? {}
  const edited = await pc.get('customers.edit', { id, field: 'saleDate', value: '8 Mar 2019', lastUpdated })
  expect(edited.edits).toMatchObject([{ field: 'saleDate', value: '2019-03-08' }])
  far.control.makeSighting(id)
  await pc.get('customers.sync', {})
  const filter = { ...SightingFilter.parse({}), customerIds: null, format: 'csv' } as const
  const content = await pc.waitFor(async () => {
    const sheet = await pc.get('sightings.exportSheet', filter)
    return sheet.rows > 0 ? sheet.content : undefined
  })
  // A date of the list of customers to import again keeps its form.
  expect(content).toMatch(/\b\d{1,2} [A-Z][a-z]{2} 20\d\d\b/)
})
