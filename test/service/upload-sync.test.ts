import { expect, it } from 'vitest'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const rows = 300
const pageSize = 20

async function startPc(far: PracticeService): Promise<ProgramTwin> {
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  await pc.get('connections.setAdvanced', { pageSize, firstBatchSize: 100 })
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).syncedAt === null ? undefined : true))
  return pc
}

async function startService(): Promise<PracticeService> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  return far
}

const csv = (first: number) =>
  ['Rego,State,Client Name', ...Array.from({ length: rows }, (_, car) => `1AB${first + car},VIC,Jane Citizen`)].join(
    '\n',
  )

/** Uploads 300 rows, and resolves when the upload has ended. */
async function upload(pc: ProgramTwin, first: number): Promise<void> {
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(csv(first)))
  const { id: draftId } = await pc.get('drafts.open', { fileId })
  const { id } = await pc.get('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: false })
  await pc.waitFor(async () => ((await pc.get('uploads.get', { id })).finishedAt === null ? undefined : true))
}

/** Pages of the whole list that were read after the last POST of an upload. */
function pagesAfterUpload(far: PracticeService): string[] {
  const seen = far.control.calls.latest()
  const lastPost = seen.findLastIndex(({ method, route }) => method === 'POST' && route === '/v2/recapture/upload')
  return seen
    .slice(lastPost)
    .filter(({ method, route }) => method === 'GET' && route === '/v2/recapture/customers')
    .map(({ query }) => query)
    .filter((query) => !query.includes('upload_id'))
}

it('reads no page of the list again after an upload: one call shows that the list has nothing else', async () => {
  const far = await startService()
  const pc = await startPc(far)
  await upload(pc, 1000)
  expect(await pc.get('customers.status', {})).toMatchObject({ total: rows, syncing: null })
  const { customers } = await pc.get('customers.list', { sort: 'rego', descending: false, offset: 0, limit: 1 })
  expect(customers).toMatchObject([{ rego: '1AB1000' }])
  await pc.waitFor(async () => (pagesAfterUpload(far).length > 0 ? true : undefined))
  expect(pagesAfterUpload(far)).toEqual([expect.stringContaining(`offset=${rows - 1}&limit=2`)])
  expect(pc.unexpected).toEqual([])
})

it('reads the list after an upload when another PC has deleted customers meanwhile', async () => {
  const far = await startService()
  const [pc, other] = [await startPc(far), await startPc(far)]
  await upload(pc, 1000)
  const speed = far.control.settings.customersPerSecond
  far.control.settings.customersPerSecond = 0
  const posts = { method: 'POST', path: '/v2/recapture/upload' }
  const own = upload(pc, 2000)
  await far.control.waitForCalls({ ...posts, count: 6 })
  await other.get('customers.sync', {})
  const ids = far.control.customers().map(({ id }) => id)
  await other.waitFor(async () => ((await other.get('customers.status', {})).total === rows ? true : undefined))
  await other.get('customers.delete', { selection: { by: 'ids', ids: ids.slice(0, 5) } })
  await other.waitFor(async () => (far.control.customerCount() === rows - 5 ? true : undefined))
  far.control.settings.customersPerSecond = speed
  await own
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).total === 2 * rows - 5 ? true : undefined))
  expect(pagesAfterUpload(far).length).toBeGreaterThan(1)
})
