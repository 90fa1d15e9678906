import { describe, expect, it } from 'vitest'
import type { Detail } from '../../../../../src/contract/details.ts'
import { SpecsCategory } from '../../../../../src/contract/specs-categories.ts'
import type { MethodInput } from '../../../../../src/contract/methods.ts'
import { countValues, searchDetails, useSpecsPanel } from '../../../../../src/renderer/features/specs/useSpecsPanel.ts'
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

const labelled = (name: string, label: string, text: string | null, children: readonly Detail[] = []): Detail => ({
  name,
  label,
  text,
  children,
})

const wheels: readonly Detail[] = [
  labelled('front', 'Front', null, [labelled('tyre', 'Tyre', '225/55 R18'), labelled('rim', 'Rim', 'Alloy')]),
  labelled('rear', 'Rear', null, [labelled('tyre', 'Tyre', '265/65 R17')]),
  labelled('spare', 'Spare', null),
]
const labels = (details: readonly Detail[]): string[] => details.map(({ label }) => label)

describe('a search within details', () => {
  it('returns all details without a search', () => {
    expect(searchDetails(wheels, [])).toBe(wheels)
  })

  it('finds a value and keeps the groups above it', () => {
    const [front, ...others] = searchDetails(wheels, ['alloy'])
    expect(others).toEqual([])
    expect(front?.label).toBe('Front')
    expect(labels(front?.children ?? [])).toEqual(['Rim'])
  })

  it('finds a value by words of the groups above it', () => {
    const found = searchDetails(wheels, ['rear', 'tyre'])
    expect(labels(found)).toEqual(['Rear'])
    expect(labels(searchDetails(wheels, ['wheels', 'spare'], 'Wheels'))).toEqual(['Spare'])
  })

  it('keeps all of a group whose name matches', () => {
    expect(searchDetails(wheels, ['front'])[0]?.children).toHaveLength(2)
  })

  it('finds a value by the name that the service uses, and nothing when nothing matches', () => {
    expect(labels(searchDetails(wheels, ['spare']))).toEqual(['Spare'])
    expect(searchDetails(wheels, ['sunroof'])).toEqual([])
  })
})

it('counts values, not groups', () => {
  expect(countValues(wheels)).toBe(4)
})
