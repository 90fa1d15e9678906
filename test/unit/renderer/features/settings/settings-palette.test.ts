import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { settingsPalette } from '../../../../../src/renderer/features/settings/settings-palette.ts'
import { routeOfPage, settingsPages } from '../../../../../src/renderer/features/settings/settings-pages.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'

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
