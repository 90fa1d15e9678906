import { expect, it } from 'vitest'
import { createDryRun, type SentRowsOf } from '../../../../src/core/uploads/dry-run.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import type { AdvancedSettings } from '../../../../src/contract/advanced-settings.ts'
import type { Region } from '../../../../src/contract/region.ts'
import { oneSource } from '../../../twins/one-source.ts'

const signal = new AbortController().signal

function dryRun(over: Partial<AdvancedSettings> = {}, learned: number | null = null, region: Region = 'au') {
  const rows = Array.from({ length: 5 }, (_, at) => ({ row: at + 2, input: { rego: `ABC12${at}`, state: 'NSW' } }))
  const sentRows: SentRowsOf = async (_, offset, limit) => ({
    total: rows.length,
    rows: rows.slice(offset, offset + limit),
    connectionId: 'c1',
    region,
  })
  const connection = { id: 'c1', region, advanced: { ...defaultAdvanced, ...over } }
  const connections = {
    active: () => connection,
    ...oneSource(() => connection),
    find: () => connection,
    client: () => Promise.reject(new Error('A call')),
  }
  return createDryRun({ connections }, { sizeLearned: () => learned }, sentRows)
}

const input = { draftId: 'd1', name: 'March', lookUpMissingVins: true, references: true, batch: 1 }

it('shows the whole request of the only batch, with references, and calls nothing', async () => {
  const request = await dryRun({ firstBatchSize: 500 })(input, signal)
  expect(request).toMatchObject({ method: 'POST', path: '/v2/recapture/upload?region=au', batch: 1, batches: 1 })
  expect(request.rows).toEqual([2, 3, 4, 5, 6])
  const body = JSON.parse(request.body)
  expect(body).toMatchObject({ name: 'March', enable_rego_lookups: true })
  expect(body.customers[1]).toEqual({
    rego: 'ABC121',
    state: 'NSW',
    additional_fields: { [defaultAdvanced.referenceKey]: 'fc-0000000000000000-3' },
  })
})

it('divides the rows into batches as the upload does, and names each part', async () => {
  const run = dryRun({ firstBatchSize: 3 }, 2)
  const last = await run({ ...input, references: false, batch: 3 }, signal)
  expect(last).toMatchObject({ batches: 3, rows: [6] })
  expect(JSON.parse(last.body)).toEqual({
    name: 'March (part 3)',
    enable_rego_lookups: true,
    customers: [{ rego: 'ABC124', state: 'NSW' }],
  })
  await expect(run({ ...input, batch: 4 }, signal)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
})

it('uses the connection’s code for Malaysia', async () => {
  expect((await dryRun({ malaysiaRegionCode: 'mys' }, null, 'my')(input, signal)).path).toContain('region=mys')
})
