import { describe, expect, it } from 'vitest'
import { connectToService, routes } from './lookup-program.ts'

describe('look-up failures', () => {
  const plate = { plate: 'REG4SUCCESS', state: 'VIC', refresh: true } as const

  it('report a missing licence by product', async () => {
    const { far, program } = await connectToService()
    far.control.failNext({ path: routes.plate, status: 403, message: 'Forbidden' })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({
      ok: false,
      error: { kind: 'no-licence', message: expect.stringContaining('no licence for vehicle look-up') },
    })
    far.control.failNext({ path: routes.market, status: 403, message: 'Forbidden' })
    expect(await program.ask('market.view', { vehicleId: '1' })).toMatchObject({
      ok: false,
      error: { kind: 'no-licence', message: expect.stringContaining('no licence for market listings') },
    })
  })

  it('report until when the usage limit is reached', async () => {
    const { far, program, calls } = await connectToService()
    far.control.rateLimit({ path: routes.plate, resetInSeconds: 3 * 86_400 })
    const answer = await program.ask('lookup.findPlate', plate)
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'rate-limited', message: expect.stringMatching(/Usage limit reached until \d+\/\d+\/\d{4}, /) },
    })
    const retryAt = answer.ok ? '' : (answer.error.retryAt ?? '')
    expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    expect(calls('plate')).toBe(1)
  })

  it('make no second call after an answer that may have been charged', async () => {
    const { far, program, calls } = await connectToService()
    far.control.dropNextResponse({ path: routes.plate, after: 'effect' })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({ ok: false, error: { kind: 'offline' } })
    far.control.failNext({ path: routes.plate, status: 503 })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({ ok: false, error: { kind: 'service-down' } })
    far.control.cutNextBody({ path: routes.vin, afterBytes: 10 })
    expect(await program.ask('lookup.findVin', { vin: '6T153KK400X334447' })).toMatchObject({ ok: false })
    expect([calls('plate'), calls('vin')]).toEqual([2, 1])
  })

  it('retry while the service is down for a stated time, and wait for a pause of one second', async () => {
    const { far, program, calls } = await connectToService()
    far.control.failNext({ path: routes.plate, status: 503, times: 3, retryAfterSeconds: 0 })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({ ok: false, error: { kind: 'service-down' } })
    expect(calls('plate')).toBe(3)
    far.control.rateLimit({ path: routes.plate, resetInSeconds: 1 })
    expect(await program.get('lookup.findPlate', plate)).toMatchObject({ outcome: 'match' })
  }, 30_000)

  it('renew an expired token', async () => {
    const { far, program } = await connectToService('au', 'oauth')
    await program.get('lookup.findPlate', plate)
    far.control.expireTokens()
    expect(await program.get('lookup.findPlate', plate)).toMatchObject({ outcome: 'match', kept: false, problem: null })
  })

  it('report a vehicle that is not in the catalogue', async () => {
    const { program } = await connectToService()
    expect(await program.ask('lookup.specs', { vehicleId: 'nobody', categories: null })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(await program.ask('market.view', { vehicleId: 'nobody' })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(await program.ask('market.place', { vehicleId: 'nobody', price: 1, kms: 1 })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
  })
})
