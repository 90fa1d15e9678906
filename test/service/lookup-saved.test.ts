import { describe, expect, it } from 'vitest'
import { startProgram } from '../twins/program-twin.ts'
import { connectToService, routes } from './lookup-program.ts'

describe('saved results', () => {
  it('are reused within the configured time, but not on refresh or when the time is 0', async () => {
    const { program, calls } = await connectToService()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    expect((await program.get('lookup.findPlate', plate)).kept).toBe(false)
    expect((await program.get('lookup.findPlate', { ...plate, plate: 'reg4 success' })).kept).toBe(true)
    expect(calls('plate')).toBe(1)
    expect((await program.get('lookup.findPlate', { ...plate, refresh: true })).kept).toBe(false)
    await program.get('lookup.setSettings', { repeatAfterHours: 0 })
    await program.get('lookup.findPlate', plate)
    expect(calls('plate')).toBe(3)
    expect(await program.get('lookup.settings', {})).toEqual({ repeatAfterHours: 0, state: null, pageLength: 10 })
  })

  it('are available offline and after a restart, with their time and the problem', async () => {
    const { far, program } = await connectToService()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    const first = await program.get('lookup.findPlate', plate)
    const { vehicle } = first
    const vehicleId = vehicle?.vehicleId ?? ''
    await program.get('market.view', { vehicleId })
    await program.get('lookup.specs', { vehicleId, categories: ['engine'] })
    await program.get('lookup.status', plate)
    await program.get('lookup.search', { text: 'mazda 3' })
    await far.control.goDown()
    await program.program.close()

    const again = await startProgram({ dataFolder: program.dataFolder, vault: program.vault })
    const answers = [
      await again.get('lookup.findPlate', { ...plate, refresh: true }),
      await again.get('market.view', { vehicleId, refresh: true }),
      await again.get('lookup.specs', { vehicleId, categories: ['engine'], refresh: true }),
      await again.get('lookup.status', { ...plate, refresh: true }),
      await again.get('lookup.search', { text: 'mazda 3', refresh: true }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ kept: true, problem: { kind: 'offline' }, at: expect.any(String) })
    expect(answers[0]).toMatchObject({ id: first.id, at: first.at, vehicle })
    expect(await again.get('lookup.open', { id: first.id })).toMatchObject({ kept: true, problem: null, vehicle })
    expect(await again.ask('lookup.findPlate', { plate: 'ABC999', state: 'VIC' })).toMatchObject({
      ok: false,
      error: { kind: 'offline' },
    })
  }, 30_000)

  it('one call in flight is shared, also after a request was cancelled', async () => {
    const { far, program, calls } = await connectToService()
    const held = far.control.holdNext({ path: routes.plate })
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    const leaving = new AbortController()
    const left = program.program.handlers.lookup.findPlate({ ...plate, refresh: true }, leaving.signal)
    const both = Promise.all([
      program.get('lookup.findPlate', plate),
      program.get('lookup.findPlate', { ...plate, refresh: true }),
    ])
    await held.arrived
    leaving.abort()
    await expect(left).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    held.release()
    const [one, other] = await both
    expect(one.id).toBe(other.id)
    expect(calls('plate')).toBe(1)
  })

  it('pinned ones come first and stay longest; removed ones are gone', async () => {
    const { program } = await connectToService()
    const ids: string[] = []
    for (const plate of ['REG4SUCCESS', 'REG4WARNING', 'REG4NOMATCH']) {
      ids.push((await program.get('lookup.findPlate', { plate, state: 'VIC' })).id)
    }
    const [first = '', second = '', third = ''] = ids
    await program.get('lookup.pin', { id: first, pinned: true })
    const order = async () => (await program.get('lookup.recent', {})).lookups.map(({ id, pinned }) => [id, pinned])
    expect(await order()).toEqual([
      [first, true],
      [third, false],
      [second, false],
    ])
    await program.get('lookup.remove', { id: third })
    expect(await order()).toHaveLength(2)
    expect(await program.ask('lookup.open', { id: third })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(await program.ask('lookup.pin', { id: third, pinned: true })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(program.events.some(({ name }) => name === 'lookup.changed')).toBe(true)
    const { connections } = await program.get('connections.state', {})
    await program.get('connections.forget', { id: connections[0]?.id ?? '' })
    expect(await program.ask('lookup.recent', {})).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('keyword searches are in the list once', async () => {
    const { program } = await connectToService()
    await program.get('lookup.search', { text: 'Mazda 3' })
    await program.get('lookup.search', { text: 'mazda 3', count: 20 })
    const { lookups } = await program.get('lookup.recent', {})
    expect(lookups.map(({ kind, query }) => [kind, query.toLowerCase()])).toEqual([['text', 'mazda 3']])
  })

  it('are removed when practice is reset', async () => {
    const program = await startProgram()
    await program.get('connections.startPractice', {})
    await program.get('lookup.findPlate', { plate: 'REG4SUCCESS', state: 'VIC' })
    await program.get('practice.reset', { endUploads: true })
    expect((await program.get('lookup.recent', {})).lookups).toEqual([])
  })
})
