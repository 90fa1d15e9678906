import { createMemoryHistory, createRouter } from 'vue-router'
import { describe, expect, it } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { descriptionOf, settings, type SettingName } from '../../../../../src/renderer/app/settings/settings.ts'
import { advancedNames, advancedSettings } from '../../../../../src/renderer/features/settings/advanced-fields.ts'
import {
  findSettings,
  pageOfLabel,
  settingsPalette,
} from '../../../../../src/renderer/features/settings/settings-index.ts'
import { routeOfPage, settingsPages } from '../../../../../src/renderer/features/settings/settings-pages.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'

const everywhere = { isDesktop: true, hasUpdates: true }
const labels = (typed: string, host = everywhere): readonly string[] =>
  findSettings(typed, host).map(({ label }) => label)

/** All settings that have a control. */
const shownNames = Object.entries(settings).flatMap(([group, named]) =>
  Object.entries(named).flatMap(([key, setting]) => (setting ? [`${group}.${key}` as SettingName] : [])),
)

describe('the search in Settings', () => {
  it('finds each setting by its label, its explanation and its other words', () => {
    const described = [
      ...shownNames.map(descriptionOf).map(({ label, hint = '', words = '' }) => ({ label, hint, words })),
      ...advancedNames.map((name) => ({
        label: advancedSettings[name].label,
        hint: advancedSettings[name].effect,
        words: '',
      })),
    ]
    expect(described.length).toBeGreaterThan(25)
    for (const { label, hint, words } of described) {
      expect(labels(label)[0]).toBe(label)
      for (const text of [hint, ...words.split(', ')].filter(Boolean)) expect(labels(text)).toContain(label)
    }
  })

  it('finds sections by what they are for and what can be done there', () => {
    expect(labels('postgres')).toEqual(['Team'])
    expect(labels('dark')).toEqual(['Appearance'])
    expect(labels('backup').slice(0, 2)).toEqual(['Backup', 'Automatic backups'])
    expect(labels('delete all data')).toEqual(['Privacy'])
    expect(labels('xyzzy')).toEqual([])
    expect(labels('')).toEqual([])
  })

  it('leaves out what the host or the build does not have', () => {
    const browser = { isDesktop: false, hasUpdates: false }
    expect(labels('tray')).toContain('While an upload runs')
    expect(labels('tray', browser)).not.toContain('While an upload runs')
    expect(labels('upgrade')).toEqual(['Updates'])
    expect(labels('upgrade', browser)).toEqual([])
  })

  it('gives each place once, though its section has the same label', () => {
    expect(labels('appearance')).toEqual(['Appearance'])
  })
})

it('the page of a label is the one that has it, and the first page for an unknown one', () => {
  expect([
    pageOfLabel('Team'),
    pageOfLabel('Row height'),
    pageOfLabel('Everyday work'),
    pageOfLabel(undefined),
  ]).toEqual(['team', 'this-pc', 'connection', 'connection'])
})

const component = { render: () => null }

function createTools() {
  const { client } = createProgramClientTwin({ 'updates.status': () => ({ state: 'off' }) as never })
  const routes = settingsPages.map((page) => ({ path: `/settings/${page}`, name: routeOfPage(page), component }))
  return { client, router: createRouter({ history: createMemoryHistory(), routes }), openIn: async () => undefined }
}
async function find(text: string) {
  const found = await settingsPalette.find(text, createTools())
  return found.ok ? found.value.map(({ label, note }) => [label, note]) : []
}

it('Search finds a few settings with the page that has them', async () => {
  expect(await find('postgres')).toEqual([['Team', 'Team']])
  expect(await find('row height')).toEqual([['Row height', 'This PC']])
  expect((await find('the')).length).toBe(5)
})

it('Search leaves out what this host and this build do not have', async () => {
  expect(await find('upgrade')).toEqual([])
  expect(await find('tray')).not.toContainEqual(['When you close the window', 'This PC'])
})

it('a setting that Search found is marked on its page', async () => {
  const tools = createTools()
  const found = await settingsPalette.find('row height', tools)
  if (!found.ok) throw new Error('Nothing was found')
  found.value[0]?.run()
  await expect.poll(() => tools.router.currentRoute.value.fullPath).toBe('/settings/this-pc?find=Row+height')
})

it('an empty answer is a success', async () => {
  expect(await settingsPalette.find('xyzzy', createTools())).toEqual(success([]))
})
