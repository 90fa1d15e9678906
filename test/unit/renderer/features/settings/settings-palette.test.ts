import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { settingsPalette } from '../../../../../src/renderer/features/settings/settings-palette.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'

const component = { render: () => null }

function createTools() {
  const { client } = createProgramClientTwin({ 'updates.status': () => ({ state: 'off' }) as never })
  const routes = [{ path: '/settings', name: 'settings', component }]
  return { client, router: createRouter({ history: createMemoryHistory(), routes }), openIn: async () => undefined }
}
async function find(text: string): Promise<readonly string[]> {
  const found = await settingsPalette.find(text, createTools())
  return found.ok ? found.value.map(({ label }) => label) : []
}

it('Search finds sections of the settings by their titles and by what is set in them', async () => {
  expect(await find('team')).toEqual(['Team'])
  expect(await find('postgres')).toEqual(['Team'])
  expect(await find('dark')).toEqual(['Appearance'])
  expect((await find('backup')).slice(0, 2)).toEqual(['Backup', 'Automatic backups'])
  expect(await find('xyzzy')).toEqual([])
})

it('Search leaves out sections that this host does not have', async () => {
  expect(await find('updates')).toEqual([])
  expect(await find('tray')).toEqual([])
})

it('a section that Search found is opened in the settings', async () => {
  const tools = createTools()
  const found = await settingsPalette.find('postgres', tools)
  if (!found.ok) throw new Error('Nothing was found')
  found.value[0]?.run()
  await expect.poll(() => tools.router.currentRoute.value.fullPath).toBe('/settings?section=Team')
})

it('an empty answer is a success', async () => {
  expect(await settingsPalette.find('xyzzy', createTools())).toEqual(success([]))
})
