import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearPractice } from '../../../../../src/core/connections/remove-rows.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { connectionId } from '../../uploads/upload-bench.ts'
import { makeCustomersBench, remote, signal, type CustomersBench } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

let desk: CustomersBench

const open = (): void => {
  desk = makeCustomersBench()
  desk.customers().start()
}

beforeEach(open)
afterEach(() => desk.close())

const uuid = (number: number): string => `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`
/** Half of them have ids as the interface writes them. */
const idOf = (number: number): string => (number % 2 === 0 ? uuid(number) : `c${number}`)

/** Later than the clock of the test, so that no change of this PC is newer. */
const minute = (at: number): string => new Date(Date.parse('2027-11-01T00:00:00.000Z') + at * 60_000).toISOString()

const status = () => desk.customers().status({}, signal)

/** The customers of the list with what a change can concern, in the order of their ids. */
async function listed(): Promise<unknown[]> {
  const { customers } = await desk.list({ limit: 500 })
  return customers
    .map(({ id, clientName, mobileNumber, additionalFields }) => ({ id, clientName, mobileNumber, additionalFields }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const atService = (): unknown[] =>
  desk.service
    .customers()
    .map(({ id, clientName, mobileNumber, additionalFields }) => ({ id, clientName, mobileNumber, additionalFields }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

interface Step {
  readonly do:
    | 'add'
    | 'edit'
    | 'refresh'
    | 'delete'
    | 'first'
    | 'edit here'
    | 'other field'
    | 'sync'
    | 'page size'
    | 'restart'
  readonly at: number
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    ...([
      'add',
      'add',
      'edit',
      'edit',
      'refresh',
      'delete',
      'first',
      'edit here',
      'other field',
      'page size',
      'restart',
    ] as const),
    ...(['sync', 'sync', 'sync', 'sync'] as const),
  ),
  at: fc.nat(40),
})

const lastStep: Step = { do: 'sync', at: 0 }

async function perform({ do: what, at }: Step, minutes: number): Promise<void> {
  const { service } = desk
  const all = service.customers()
  const chosen: RemoteCustomer | undefined = all[at % Math.max(1, all.length)]
  const lastUpdated = minute(minutes)
  if (what === 'add') service.put(remote(idOf(1_000 + minutes), { lastUpdated, additionalFields: { Make: `M${at}` } }))
  else if (what === 'page size') service.maxPage = 3 + (at % 9)
  else if (what === 'restart') await desk.restart()
  else if (what === 'sync') await desk.synced()
  else if (!chosen) return
  else if (what === 'refresh') await desk.customers().refreshCustomer(connectionId, 'au', chosen.id)
  // A service need not change the time of a record.
  else if (what === 'edit') service.put({ ...chosen, clientName: `Name ${at % 3}`, ...(at % 2 ? { lastUpdated } : {}) })
  else if (what === 'delete') service.remove(chosen.id)
  else if (what === 'first') service.remove(all[0]?.id ?? '')
  else if (what === 'other field') service.put({ ...chosen, other: { seen_at: lastUpdated } })
  else if ((await desk.ids({ limit: 500 })).includes(chosen.id)) {
    const shown = await desk.get(chosen.id)
    const value = `04915700${10 + at}`
    await desk.customers().edit({ id: chosen.id, field: 'mobileNumber', value, lastUpdated: shown.lastUpdated }, signal)
    await desk.sent()
  }
}

describe('records and pages that were read before', () => {
  it('lead to the same customers as reading all of them again, after any changes', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          for (let number = 0; number < 12; number += 1) desk.service.put(remote(idOf(number)))
          for (const [minutes, each] of [...steps, lastStep].entries()) {
            await perform(each, minutes)
            const shown = each.do === 'sync' ? await listed() : atService()
            expect(shown).toEqual(atService())
          }
          expect(await status()).toMatchObject({ total: atService().length, problem: null })
        })
        .afterEach(async () => {
          await desk.close()
          open()
        }),
      { numRuns: runs(8) },
    )
  })

  it('are not read again by the next sync, until this PC changes one of them', async () => {
    const { client } = desk.service
    let recognised = 0
    const listCustomers: typeof client.listCustomers = async (...given) => {
      const answer = await client.listCustomers(...given)
      if (answer.ok && answer.value.ids) recognised += 1
      return answer
    }
    desk.bench.storage.connections.client = async () => ({ ok: true, value: { ...client, listCustomers } })
    desk.service.maxPage = 2
    for (const id of ['a', 'b', 'c', 'd']) desk.service.put(remote(id, { clientName: 'Ann' }))
    await desk.synced()
    expect(recognised).toBe(0)
    await desk.synced()
    expect([recognised, (await status()).total]).toEqual([2, 4])
    const { lastUpdated } = await desk.get('a')
    await desk.customers().edit({ id: 'a', field: 'clientName', value: 'Anna', lastUpdated }, signal)
    await desk.sent()
    recognised = 0
    await desk.synced()
    expect([recognised, (await desk.get('a')).clientName]).toEqual([1, 'Anna'])
  })

  it('are read again when the cache has another version of them', async () => {
    desk.service.put(remote('a', { clientName: 'Ann' }))
    await desk.synced()
    desk.service.put(remote('a', { clientName: 'Anna' }))
    await desk.customers().refreshCustomer(connectionId, 'au', 'a')
    expect((await desk.get('a')).clientName).toBe('Anna')
    desk.service.put(remote('a', { clientName: 'Ann' }))
    await desk.synced()
    expect((await desk.get('a')).clientName).toBe('Ann')
  })

  it('come back to the list when their connection was emptied', async () => {
    desk.service.put(remote('a', { clientName: 'Ann' }))
    await desk.synced()
    clearPractice(desk.bench.storage.database, connectionId)
    desk.customers().forgetConnection(connectionId)
    expect(await desk.ids()).toEqual([])
    await desk.synced()
    expect(await desk.ids()).toEqual(['a'])
  })
})
