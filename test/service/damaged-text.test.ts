import { expect, it } from 'vitest'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const damaged = [
  'Rego,State,Client Name,Mobile,Comments',
  '1AB2CD,VIC,Jane Roe,0491 570 006,3 doors',
  '1TZ8QF,VIC,"Ann Lee,0491 570 156,ok',
  '2CD3EF,VIC,Bob Ray",0491 570 157,5 doors',
  '3EF4GH,VIC,Tim Poe,0491 570 158,2 doors',
].join('\n')

async function shownRows(pc: ProgramTwin, id: string) {
  const { rows } = await pc.get('drafts.rows', { id, offset: 0, limit: 100 })
  return rows.toSorted((a, b) => a.row - b.row)
}

it('keeps rows with stray quotes apart, warns about them, and lets the user choose the other reading and undo it', async () => {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(damaged))
  const { id, counts, groups } = await pc.get('drafts.open', { fileId })

  expect(counts.rows).toBe(4)
  expect(groups).toContainEqual(expect.objectContaining({ rule: 'row.repaired-quotes', severity: 'warning', rows: 2 }))
  const rows = await shownRows(pc, id)
  expect(rows.map(({ cells }) => cells.rego?.value)).toEqual(['1AB2CD', '1TZ8QF', '2CD3EF', '3EF4GH'])
  expect(rows[1]?.otherReading).toEqual({
    inUse: false,
    rows: [['1TZ8QF', 'VIC', 'Ann Lee,0491 570 156,ok\n2CD3EF,VIC,Bob Ray', '0491 570 157', '5 doors']],
  })

  const other = await pc.get('drafts.setReading', { id, row: 4, other: true })
  expect(other.counts.rows).toBe(3)
  expect((await shownRows(pc, id)).map(({ row }) => row)).toEqual([2, 3, 5])
  expect((await pc.get('drafts.undo', { id })).counts.rows).toBe(4)
  expect(await pc.ask('drafts.setReading', { id, row: 2, other: true })).toMatchObject({
    ok: false,
    error: { message: 'Row 2 can be read in one way only.' },
  })

  const upload = await pc.get('uploads.create', { draftId: id, name: 'Sold', lookUpMissingVins: false })
  await pc.waitFor(async () => {
    const found = await pc.get('uploads.get', { id: upload.id })
    return found.finishedAt === null ? undefined : found
  })
  const sent = far.control.customers().map((customer) => customer.rego)
  expect(sent.toSorted()).toEqual(['1AB2CD', '1TZ8QF', '2CD3EF', '3EF4GH'])
  expect(pc.unexpected).toEqual([])
})
