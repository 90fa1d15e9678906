import { beforeEach, expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../../../src/contract/preferences.ts'
import { useNews } from '../../../../../src/renderer/features/help/useNews.ts'
import { useHelpStore } from '../../../../../src/renderer/features/help/help-store.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { inWindow } from '../../in-window.ts'

const preferences: Preferences = { ...defaultPreferences, noticedVersion: '1.0.0', readVersion: '1.0.0' }
let saved: Preferences

beforeEach(() => {
  saved = preferences
})

async function start(version: string) {
  const twin = createProgramClientTwin({
    'app.info': () => ({ name: 'Forecourt', version, host: 'browser', versions: {}, dataFolder: '/data' }),
    'app.preferences': () => saved,
    'app.setPreferences': (changes) => (saved = { ...saved, ...changes } as Preferences),
  })
  const { value, toasts } = await inWindow(twin.client, '/', [''], () => ({ done: useNews(), state: useHelpStore() }))
  await value.done
  return { toasts, state: value.state }
}

it('says nothing while the version is the same', async () => {
  const { toasts, state } = await start('1.0.0')
  expect(toasts.past.value).toEqual([])
  expect(state.hasNews).toBe(false)
})

it('reports a new version once, and keeps the dot until its changes were read', async () => {
  const first = await start('1.1.0')
  expect(first.toasts.past.value.map(({ text }) => text)).toEqual(['Forecourt was updated to version 1.1.0.'])
  expect(first.state.hasNews).toBe(true)
  first.toasts.act(first.toasts.past.value[0]?.id ?? 0)
  expect(first.state.target).toBe('news')

  const second = await start('1.1.0')
  expect(second.toasts.past.value).toEqual([])
  expect(second.state.hasNews).toBe(true)

  saved = { ...saved, readVersion: '1.1.0' }
  expect((await start('1.1.0')).state.hasNews).toBe(false)
})
