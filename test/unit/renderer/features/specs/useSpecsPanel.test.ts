import { describe, expect, it } from 'vitest'
import { SpecsCategory } from '../../../../../src/contract/specs-categories.ts'
import type { MethodInput } from '../../../../../src/contract/methods.ts'
import { useSpecsPanel } from '../../../../../src/renderer/features/specs/useSpecsPanel.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { inWindow } from '../../in-window.ts'

const detail = (name: string) => ({ name, label: name, text: `${name} of the car`, children: [] })

async function open() {
  const specs = ({ vehicleId, categories }: MethodInput<'lookup.specs'>) => ({
    vehicleId,
    parts: (categories ?? SpecsCategory.options).map((category) => ({
      category,
      label: category,
      details: [detail(`${category} detail`)],
      given: true,
    })),
    at: '2026-11-22T00:00:00.000Z',
    kept: false,
    problem: null,
  })
  const twin = createProgramClientTwin({ 'lookup.specs': specs })
  const { value } = await inWindow(twin.client, '/', [''], () =>
    useSpecsPanel(
      twin.client,
      () => 'v1',
      () => true,
    ),
  )
  const openOnes = () => value.shown.value.filter((each) => each.open).map(({ section }) => section.category)
  return { twin, panel: value, openOnes }
}

describe('useSpecsPanel', () => {
  it('loads a category when it opens, and keeps it when it closes', async () => {
    const { twin, panel, openOnes } = await open()
    panel.toggle('engine')
    await twin.settled()
    expect(openOnes()).toEqual(['engine'])
    panel.toggle('engine')
    panel.toggle('engine')
    await twin.settled()
    expect(twin.calls.map(({ input }) => input)).toEqual([{ vehicleId: 'v1', categories: ['engine'], refresh: false }])
  })

  it('opens all and closes all', async () => {
    const { panel, openOnes } = await open()
    expect(panel.unloadedCount.value).toBe(SpecsCategory.options.length)
    expect(await panel.openAll()).toBe(true)
    expect(panel.allOpen.value).toBe(true)
    panel.closeAll()
    expect(openOnes()).toEqual([])
  })

  it('leaves the categories that match a search, and opens those with a matching detail', async () => {
    const { panel, openOnes } = await open()
    await panel.openAll()
    panel.closeAll()
    panel.search.value = 'engine detail'
    expect(panel.shown.value.map(({ section }) => section.category)).toEqual(['engine'])
    expect(openOnes()).toEqual(['engine'])
  })
})
