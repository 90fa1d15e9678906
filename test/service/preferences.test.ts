import { expect, it } from 'vitest'
import { connectToService } from './lookup-program.ts'
import { startProgram } from '../twins/program-twin.ts'

it('the default state fills in regos of new imports, and look-ups until a state is selected', async () => {
  const { program } = await connectToService()
  const open = async () => {
    const { fileId } = program.program.intake.add('list.csv', Buffer.from('Rego,Name\nXYZ123,Ann\n'))
    return program.get('drafts.open', { fileId })
  }
  expect((await open()).defaultState).toBeNull()
  await program.get('app.setPreferences', { defaultState: 'QLD' })
  const { id, defaultState } = await open()
  expect(defaultState).toBe('QLD')
  expect(await program.get('drafts.rows', { id, offset: 0, limit: 1, show: 'all' })).toMatchObject({
    rows: [{ cells: { state: { value: 'QLD' } } }],
  })
  expect((await program.get('drafts.setDefaultState', { id, state: null })).defaultState).toBeNull()

  expect(await program.get('lookup.settings', {})).toMatchObject({ state: 'QLD' })
  await program.get('lookup.setSettings', { pageLength: 25 })
  await program.get('app.setPreferences', { defaultState: 'SA' })
  expect(await program.get('lookup.settings', {})).toMatchObject({ state: 'SA', pageLength: 25 })
  await program.get('lookup.setSettings', { state: 'WA' })
  expect(await program.get('lookup.settings', {})).toMatchObject({ state: 'WA' })
})

it('the check interval is saved, and calling hours change what a call says', async () => {
  const { program } = await connectToService()
  await program.get('sightings.setSettings', { checkEveryMinutes: 30 })
  expect(await program.get('sightings.settings', {})).toMatchObject({ checkEveryMinutes: 30 })
  const hours = Array(7).fill({ from: '06:00', to: '06:30' })
  expect((await program.get('sightings.setCallSettings', { hours })).hours).toEqual(hours)
  expect(await program.get('sightings.callSettings', {})).toMatchObject({ hours, holidays: 'state' })
})

it.each([
  ['an end before the start', { hours: Array(7).fill({ from: '17:00', to: '09:00' }) }],
  ['six days', { hours: Array(6).fill(null) }],
  ['a day that does not exist', { changes: [{ region: 'au', area: null, date: '2026-02-30', name: 'Day' }] }],
] as const)('calling hours with %s are refused', async (_kind, settings) => {
  const { program } = await connectToService()
  expect(await program.ask('sightings.setCallSettings', settings as never)).toMatchObject({
    ok: false,
    error: { kind: 'invalid-input' },
  })
})

it('a start with the system is set by the host, and refused where the host cannot', async () => {
  let isOn = false
  const desktop = await startProgram({ loginItem: { isOn: () => isOn, set: (on) => void (isOn = on) } })
  expect(await desktop.get('app.startWithSystem', {})).toEqual({ supported: true, on: false })
  expect(await desktop.get('app.setStartWithSystem', { on: true })).toEqual({ supported: true, on: true })
  expect(isOn).toBe(true)
  const browser = await startProgram()
  expect(await browser.get('app.startWithSystem', {})).toEqual({ supported: false, on: false })
  expect(await browser.ask('app.setStartWithSystem', { on: true })).toMatchObject({ error: { kind: 'invalid-input' } })
})
