import { nextTick } from 'vue'
import { describe, expect, test } from 'vitest'
import type { BinRecord } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { useBin } from '../../../../../src/renderer/features/customers/useBin.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

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

async function openBin(agrees = true) {
  const confirmations: Confirmation[] = []
  const shownUploads: string[] = []
  const toasts = createToasts()
  const bin = withinScope(
    () =>
      useBin(
        (action, records) => `Few calls for ${action} of ${records}.`,
        (id) => void shownUploads.push(id),
      ),
    { client, toasts, answer: (confirmation) => confirmations.push(confirmation) > 0 && agrees },
  )
  await settled()
  return { bin, confirmations, toasts, shownUploads }
}

describe('the bin', () => {
  test('is read by pages, and only records without a running deletion or restore can be selected', async () => {
    const many = Array.from({ length: 250 }, (_, index) => record(`c${index}`))
    answerFrom([record('p', { pending: true }), record('r', { restoreUploadId: 'u1' }), ...many])
    const { bin } = await openBin()
    expect(bin.total.value).toBe(252)
    expect(bin.records.value).toHaveLength(100)
    expect(bin.selectable.value).toHaveLength(98)
    bin.more()
    await nextTick()
    await settled()
    expect(bin.records.value).toHaveLength(200)

    bin.toggle('c1')
    bin.toggle('c2')
    bin.toggle('c2')
    expect([...bin.selected.value]).toEqual(['c1'])
    expect(bin.extent.value).toBe('some')
    // A restored record has left the bin and cannot stay selected.
    answerFrom(many.slice(2))
    await bin.load()
    expect([...bin.selected.value]).toEqual([])
    bin.toggleAll()
    expect(bin.extent.value).toBe('all')
  })

  test('starts at the first page of another search', async () => {
    answerFrom(Array.from({ length: 250 }, (_, index) => record(`c${index}`)))
    const { bin } = await openBin()
    bin.more()
    await nextTick()
    await settled()
    bin.search.value = 'smith'
    await nextTick()
    await settled()
    expect(twin.inputsOf('customers.bin').at(-1)).toEqual({ search: 'smith', offset: 0, limit: 100 })
    expect(bin.records.value).toHaveLength(100)
  })

  test('restores customers after a confirmation, and leads to the upload', async () => {
    answerFrom([record('a'), record('b')])
    const { bin, confirmations, toasts, shownUploads } = await openBin()
    bin.toggleAll()
    twin.answer('customers.restore', ({ ids }) => success({ uploadId: 'u9', customers: ids.length }))
    await bin.restore(bin.selectedRecords.value)
    expect(confirmations[0]?.title).toBe('Restore 2 customers?')
    expect(twin.inputsOf('customers.restore').at(-1)).toEqual({ ids: ['a', 'b'] })
    expect(bin.selected.value.size).toBe(0)
    const notice = toasts.shown.value.at(-1)
    expect(notice?.text).toBe('Restoring 2 customers as new records.')
    notice?.action?.run()
    expect(shownUploads).toEqual(['u9'])
  })

  test('counts only those that can be deleted, and says how many stay', async () => {
    answerFrom([record('p', { pending: true }), record('r', { restoreUploadId: 'u1' }), record('c')])
    const { bin, confirmations } = await openBin(false)
    await bin.deletePermanently(null)
    expect(confirmations[0]).toMatchObject({
      title: 'Empty the bin of 1 customer?',
      text: 'This permanently deletes it. 2 customers whose deletion or restore isn’t finished stay.',
    })
    expect(confirmations[0]?.names).toHaveLength(1)
  })

  test('deletes permanently only after a confirmation, typed above fifty', async () => {
    answerFrom(Array.from({ length: 51 }, (_, index) => record(`c${index}`)))
    const before = twin.inputsOf('customers.emptyBin').length
    const declined = await openBin(false)
    await declined.bin.deletePermanently(null)
    expect(declined.confirmations).toMatchObject([{ title: 'Empty the bin of 51 customers?', typed: '51' }])
    expect(twin.inputsOf('customers.emptyBin')).toHaveLength(before)

    const agreed = await openBin()
    twin.answer('customers.emptyBin', () => failure({ kind: 'storage-locked', message: 'The data is locked.' }))
    await agreed.bin.deletePermanently(agreed.bin.records.value.slice(0, 1))
    expect(twin.inputsOf('customers.emptyBin').at(-1)).toEqual({ ids: ['c0'] })
    expect(agreed.confirmations[0]?.typed).toBeUndefined()
    expect(agreed.toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'The data is locked.' }])
  })
})
