import { expect, it } from 'vitest'
import { defaultPreferences } from '../../../../../src/contract/preferences.ts'
import { useSettingsStore } from '../../../../../src/renderer/app/settings/settings-store.ts'
import { formatSettings } from '../../../../../src/renderer/ui/format-settings.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { inWindow } from '../../in-window.ts'

async function openStore() {
  const twin = createProgramClientTwin({
    'app.preferences': () => defaultPreferences,
    'lookup.settings': () => ({ repeatAfterHours: 24, state: null, pageLength: 10 }),
  })
  const { value: store } = await inWindow(twin.client, '/', [''], useSettingsStore)
  await store.load('preferences')
  return { store, twin }
}

it('shows a change at once, and the date format applies to the whole window', async () => {
  const { store, twin } = await openStore()
  const saving = store.change('preferences', { dateFormat: 'yyyy-mm-dd' })
  expect(store.values('preferences')?.dateFormat).toBe('yyyy-mm-dd')
  expect(formatSettings.dateFormat).toBe('yyyy-mm-dd')
  await twin.open[0]?.succeed({ ...defaultPreferences, dateFormat: 'region' })
  expect((await saving).ok).toBe(true)
  expect(formatSettings.dateFormat).toBe('region')
})

it('puts a setting back that could not be saved, and says why', async () => {
  const { store, twin } = await openStore()
  const saving = store.change('preferences', { theme: 'dark' })
  expect(store.values('preferences')?.theme).toBe('dark')
  await twin.open[0]?.fail({ kind: 'disk-full', message: 'The disk is full.' })
  expect(await saving).toMatchObject({ ok: false, error: { kind: 'disk-full' } })
  expect(store.values('preferences')?.theme).toBe('system')
})

it('reads the settings of look-ups again after another default state', async () => {
  const { store, twin } = await openStore()
  await store.load('lookups')
  const saving = store.change('preferences', { defaultState: 'QLD' })
  await twin.open[0]?.succeed({ ...defaultPreferences, defaultState: 'QLD' })
  await saving
  expect(twin.calls.filter(({ method }) => method === 'lookup.settings')).toHaveLength(2)
})
