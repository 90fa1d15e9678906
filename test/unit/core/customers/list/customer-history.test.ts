import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCustomersBench, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

describe('the history of a customer', () => {
  it('lists the confirmed changes of a customer, newest first', async () => {
    desk.service.put(remote('anna', { clientName: 'Anna', expiryDate: '2027-07-01' }))
    desk.customers().start()
    await desk.synced()
    const edit = async (value: string) => {
      const { lastUpdated } = await desk.get('anna')
      await desk.customers().edit({ id: 'anna', field: 'expiryDate', value, lastUpdated }, signal)
    }
    await edit('1/7/2028')
    await desk.sent()
    await desk.bench.clock.advance(1_000)
    await edit('')
    await desk.sent()
    await desk.bench.clock.advance(1_000)
    desk.service.faults = () => ({ kind: 'refused' })
    await edit('1/7/2030')
    await desk.sent()
    const { changes, uploads } = await desk.customers().history({ id: 'anna' }, signal)
    expect(uploads).toEqual([])
    expect(changes.map(({ words }) => words)).toEqual([
      'Expiry date changed from 1/7/2028 to empty',
      'Expiry date changed from 1/7/2027 to 1/7/2028',
    ])
  })
})
