import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Region } from '../../src/contract/region.ts'
import { SightingFilter } from '../../src/contract/sightings.ts'
import type { Harness } from './harness.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { openWithPractice } from './steps.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface RegionalCar {
  readonly region: Region
  /** A row of the file: rego, state, name, mobile, sale date. */
  readonly row: string
  readonly mobile: string
  readonly rego: string
  /** A search that finds the customer: the mobile or the plate as it is shown. */
  readonly searches: readonly string[]
}

const cars: readonly RegionalCar[] = [
  {
    region: 'au',
    row: 'ABC12D,NSW,Zara Quill,0412 345 678,2019-03-07',
    mobile: '0412 345 678',
    rego: 'ABC12D',
    searches: ['0412 345 678', 'abc 12d'],
  },
  {
    region: 'nz',
    row: 'LPK482,,Zara Quill,0211234567,2019-03-07',
    mobile: '021 123 4567',
    rego: 'LPK482',
    searches: ['021 123 4567', 'LPK482'],
  },
  {
    region: 'my',
    row: 'WXY1234,,Zara Quill,0123456789,2019-03-07',
    mobile: '012-345 6789',
    rego: 'WXY 1234',
    searches: ['012-345 6789', 'WXY 1234'],
  },
]

describe('values of a region', () => {
  let forecourt: Harness
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forecourt-regions-'))
    forecourt = await openWithPractice({ args: ['--practice-speed=2000'] })
  })
  afterAll(async () => {
    await forecourt?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const goTo = (path: string): Promise<unknown> => forecourt.page.evaluate((hash) => (location.hash = hash), path)

  it.each(cars)(
    'are written as in $region from the check to the record',
    async ({ region, row, mobile, rego, searches }) => {
      const { page } = forecourt
      await callProgram(page, 'connections.setRegion', { region })
      const file = join(folder, `${region}.csv`)
      await writeFile(file, `Rego,State,Name,Mobile,Sale date\n${row}\n`)
      const { fileId } = await sendFile(page, file)
      const { id } = await callProgram(page, 'drafts.open', { fileId })
      await callProgram(page, 'drafts.setStep', { id, step: 'check' })
      await goTo(`/import/${id}`)
      const checked = page.getByRole('grid').getByRole('row').filter({ hasText: 'Zara Quill' })
      await checked.waitFor()
      for (const text of [mobile, rego, '7/3/2019'])
        await checked.getByRole('gridcell', { name: text, exact: true }).waitFor()

      const { id: uploadId } = await callProgram(page, 'uploads.create', {
        draftId: id,
        name: region,
        lookUpMissingVins: false,
      })
      await waitForAnswer(
        () => callProgram(page, 'uploads.get', { id: uploadId }),
        ({ state }) => state === 'complete',
      )
      await goTo('/customers')
      await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
      const listed = page.getByRole('grid').getByRole('row').filter({ hasText: 'Zara Quill' })
      for (const search of searches) {
        await page.getByRole('main').getByRole('searchbox').fill(search)
        await page
          .getByText(/^1 customer/)
          .first()
          .waitFor()
        for (const text of [mobile, rego, '7/3/2019'])
          await listed.getByRole('gridcell', { name: text, exact: true }).waitFor()
      }
      const { customers } = await callProgram(page, 'customers.list', { search: 'Zara Quill', offset: 0, limit: 1 })
      await goTo(`/customers/${customers[0]?.id}`)
      await page.getByRole('heading', { level: 2, name: 'Zara Quill' }).waitFor()
      const record = page.getByRole('main')
      await record.getByText(mobile, { exact: true }).first().waitFor()
      await record.getByText(rego).first().waitFor()
      expect(forecourt.problems).toEqual([])
    },
  )

  it('show dates in the form that the user chose', async () => {
    const { page } = forecourt
    await callProgram(page, 'app.setPreferences', { dateFormat: 'd mmm yyyy' })
    await page.reload()
    await goTo('/customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('searchbox').fill('Zara Quill')
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Zara Quill' })
    await row.getByRole('gridcell', { name: '7 Mar 2019', exact: true }).waitFor()
    await row.getByRole('gridcell', { name: '7 Mar 2019', exact: true }).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('8 Mar 2019')
    await page.keyboard.press('Enter')
    await row.getByRole('gridcell', { name: '8 Mar 2019' }).waitFor()
    // What is printed or read elsewhere too; a date of the list of customers to import again keeps its form.
    await callProgram(page, 'connections.setRegion', { region: 'au' })
    const { content } = await callProgram(page, 'sightings.exportSheet', {
      ...SightingFilter.parse({ view: 'all' }),
      customerIds: null,
      format: 'csv',
    })
    expect(content).toMatch(/\b\d{1,2} Nov 2026\b/)
  })
})
