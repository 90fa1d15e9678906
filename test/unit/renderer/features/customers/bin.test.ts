import { effectScope } from 'vue'
import { expect, test } from 'vitest'
import type { BinRecord } from '../../../../../src/contract/customers.ts'
import { success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useBin } = await import('../../../../../src/renderer/features/customers/useBin.ts')

const record = (id: string, changes: Partial<BinRecord> = {}): BinRecord => ({
  customer: customer(id),
  deletedAt: '2026-11-20T03:12:00Z',
  pending: false,
  restoreUploadId: null,
  ...changes,
})
const answerFrom = (list: readonly BinRecord[]): void =>
  twin.answer('customers.bin', ({ offset, limit }) =>
    success({ total: list.length, records: list.slice(offset, offset + limit) }),
  )

test('the bin is read by pages, and only what is at rest can be chosen', async () => {
  const many = Array.from({ length: 250 }, (_, index) => record(`c${index}`))
  answerFrom([record('p', { pending: true }), record('r', { restoreUploadId: 'u1' }), ...many])
  const scope = effectScope()
  const bin = scope.run(() => useBin())
  if (!bin) throw new Error('The scope ran nothing.')
  await bin.load()
  expect(bin.total.value).toBe(252)
  expect(bin.records.value).toHaveLength(100)
  expect(bin.choosable.value).toHaveLength(98)
  await bin.more()
  expect(bin.records.value).toHaveLength(200)

  bin.toggle('c1')
  bin.toggle('c2')
  bin.toggle('c2')
  expect([...bin.chosen.value]).toEqual(['c1'])
  // Restored meanwhile: what has gone cannot stay chosen.
  answerFrom(many.slice(2))
  await bin.load()
  expect([...bin.chosen.value]).toEqual([])
  scope.stop()
})
