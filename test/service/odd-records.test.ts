import { describe, expect, it } from 'vitest'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram } from '../twins/program-twin.ts'

const csv = [
  'Rego,State,Client Name',
  ...Array.from({ length: 20 }, (_, car) => `1AB${1_000 + car},VIC,Client ${car}`),
].join('\n')

type Row = Record<string, unknown>

/** A service whose list has odd entries: each `alter` changes one customer of a page. */
async function connectWith(alter: (customer: Row, at: number) => unknown) {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram({
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      if (!/\/recapture\/customers\?/.test(url) || init?.method !== 'GET') return answer
      const body = (await answer.json()) as { customers: Row[] }
      return Response.json({ data: body.customers.map(alter) })
    },
  })
  await pc.get('connections.connect', {
    baseUrl: far.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
  return { far, pc }
}

describe('a customer list with odd records', () => {
  it('shows every record that has an id, and the rest as received', async () => {
    const odd = new Map<string, (customer: Row) => unknown>([
      ['1AB1001', (customer) => ({ ...customer, additional_fields: [] })],
      ['1AB1002', (customer) => ({ ...customer, sightings: {} })],
      ['1AB1003', (customer) => ({ ...customer, sightings: ['https://listing.example/7'], created_at: '2026-11-01' })],
      ['1AB1004', ({ id: _id, ...customer }) => customer],
      ['1AB1005', () => null],
    ])
    const { pc } = await connectWith((customer) => (odd.get(String(customer['rego'])) ?? ((same) => same))(customer))
    const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(csv))
    const draft = await pc.get('drafts.open', { fileId })
    await pc.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false })
    const status = await pc.waitFor(async () => {
      const now = await pc.get('customers.status', {})
      return now.total === 18 && now.unreadable === 2 ? now : undefined
    })
    expect(status.problem).toBeNull()
    const { records } = await pc.get('customers.unreadable', {})
    expect(records.some(({ raw }) => raw === 'null')).toBe(true)
    expect(records.some(({ raw }) => raw.includes('1AB1004'))).toBe(true)
    const { customers } = await pc.get('customers.list', { search: '1AB1003', offset: 0, limit: 5 })
    const { details } = await pc.get('customers.details', { id: customers[0]?.id ?? '' })
    expect(details.map(({ name }) => name)).toEqual(['created_at', 'sightings'])
    expect(JSON.stringify(details)).toContain('https://listing.example/7')
  })

  it('does not hold an upload that the service has processed, and counts the unreadable record as created', async () => {
    const { pc } = await connectWith((customer) =>
      customer['rego'] === '1AB1004' ? { ...customer, id: undefined, additional_fields: 'lost' } : customer,
    )
    const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(csv))
    const draft = await pc.get('drafts.open', { fileId })
    const { id } = await pc.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false })
    const done = await pc.waitFor(async () => {
      const upload = await pc.get('uploads.get', { id })
      return upload.finishedAt === null ? undefined : upload
    })
    expect(done.rows).toMatchObject({ sent: 20, accepted: 20, inProcess: 0 })
  })
})
