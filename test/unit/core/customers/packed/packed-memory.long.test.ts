import { describe, expect, it } from 'vitest'
import { CustomerSort } from '../../../../../src/contract/customer-views.ts'
import type { NumberedRecord } from '../../../../../src/core/customers/cache/record-changes.ts'
import type { PackedList } from '../../../../../src/core/customers/packed/packed-list.ts'
import { anyRecord } from '../../../../../src/core/customers/packed/slot-filter.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import { remote } from '../customers-bench.ts'
import { createListOfRecords, packedAnswers, packedListOf } from './plain-list.ts'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe('the memory of the packed list', () => {
  const made = (number: number): NumberedRecord => ({
    number,
    record: remote(uuid(number), {
      lastUpdated: new Date(1_760_000_000_000 + number * 7_919).toISOString(),
      clientName: `${['Anna', 'Benjamin', 'Charlotte', 'Seán'][number % 4]} O’Brien-Tanaka ${number}`,
      rego: `ABC${number}`,
      state: ['VIC', 'NSW', 'QLD'][number % 3] ?? null,
      vin: `6G1FA8E5AZ${String(number).padStart(7, '0')}`,
      mobileNumber: `+614${String(number).padStart(8, '0')}`,
      saleDate: new Date(number * 86_400_000).toISOString().slice(0, 10),
      additionalFields: { Make: 'Mazda', Model: 'CX-5 Touring', Year: '2019', Salesperson: `Kim Tan ${number % 40}` },
    }),
  })
  const many = Array.from({ length: 20_000 }, (_, index) => made(index + 1))
  const mebibytesPer100000 = (list: PackedList): number => (list.byteLength() * 5) / 2 ** 20

  it('is at most 36 MiB for 100,000 customers, and 44 MiB with all orders and the index of vehicles', () => {
    const list = packedListOf(many)
    expect(mebibytesPer100000(list)).toBeLessThan(36)
    for (const sort of CustomerSort.options) runAtOnce(list.inOrder({ sort, descending: false }))
    runAtOnce(list.indexVehicles())
    expect(mebibytesPer100000(list)).toBeLessThan(44)
  })

  it('is at most 14 MiB for 100,000 customers at rest, and answers as before', () => {
    const list = packedListOf(many)
    for (const sort of CustomerSort.options) runAtOnce(list.inOrder({ sort, descending: false }))
    const before = packedAnswers(list)
    const order = { sort: 'clientName', descending: true } as const
    const filter = { ...anyRecord, terms: ['kim', 'tan', '39'] }
    const found = before.found(filter, order)
    runAtOnce(list.pack())
    expect(mebibytesPer100000(list)).toBeLessThan(14)
    expect(packedAnswers(list).found(filter, order)).toEqual(found)
    expect(packedAnswers(list).counts()).toEqual(before.counts())
  })

  it('stays as it is while an order is made, or while it is used', () => {
    const [list, other] = [packedListOf(many), packedListOf(many)]
    const order = { sort: 'vin', descending: false } as const
    const sorting = list.inOrder(order)
    sorting.next()
    runAtOnce(list.pack())
    expect(runAtOnce(sorting).page(0, 100)).toEqual(runAtOnce(other.inOrder(order)).page(0, 100))
    const packing = list.pack()
    packing.next()
    const finding = list.find({ ...anyRecord, terms: ['tanaka'] })
    finding.next()
    runAtOnce(packing)
    expect(runAtOnce(finding).count).toBe(many.length)
  })

  it('makes several orders at the same time, each as it is made alone', () => {
    const [list, other] = [packedListOf(many), packedListOf(many)]
    const orders = CustomerSort.options.map((sort) => ({ sort, descending: false }))
    // The others could use the memory of this one.
    runAtOnce(list.inOrder({ sort: 'clientName', descending: false }))
    const running = orders.map((order) => list.inOrder(order))
    const pages = new Map<CustomerSort, number[]>()
    while (pages.size < orders.length) {
      for (const [at, { sort }] of orders.entries()) {
        if (pages.has(sort)) continue
        const step = running[at]!.next()
        if (step.done) pages.set(sort, step.value.page(0, many.length))
      }
    }
    for (const order of orders) {
      expect(pages.get(order.sort)).toEqual(runAtOnce(other.inOrder(order)).page(0, many.length))
    }
  })

  it('does not grow with changes and removals', () => {
    const { list, change } = createListOfRecords()
    change(many, [])
    const before = list.byteLength()
    for (let round = 1; round <= 12; round += 1) {
      const longer = many.slice(0, 5_000).map(({ number, record }) => ({
        number,
        record: { ...record, clientName: `${'Long '.repeat(1 + (round % 3))}${record.clientName}` },
      }))
      for (let first = 0; first < longer.length; first += 500) change(longer.slice(first, first + 500), [])
    }
    expect(list.byteLength()).toBeLessThan(before * 1.7)
    change(
      [],
      many.slice(100).map(({ number }) => number),
    )
    expect(list.byteLength()).toBeLessThan(before / 20)
    expect(packedAnswers(list).inOrder({ sort: 'rego', descending: false })).toHaveLength(100)
  })
})
