import { describe, expect, it } from 'vitest'
import type { Specs } from '../../../../../src/contract/lookup.ts'
import { SpecsCategory } from '../../../../../src/contract/specs-categories.ts'
import type { MethodInput } from '../../../../../src/contract/methods.ts'
import { failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { ProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useSpecs } from '../../../../../src/renderer/features/specs/useSpecs.ts'
import { withinScope } from '../../within-scope.ts'

const answer = (categories: readonly string[], text = 'yes', at = '2026-11-21T03:00:00Z'): Specs => ({
  vehicleId: 'v1',
  parts: categories.map((category) => ({
    category,
    label: category,
    details: [{ name: 'field', label: 'Field', text, children: [] }],
    given: true,
  })),
  at,
  kept: false,
  problem: null,
})
const offline = failure({ kind: 'offline', message: 'No network.' })

/** A program whose answers the test gives. */
function pendingProgram() {
  const calls: { input: MethodInput<'lookup.specs'>; answer(result: Result<Specs>): void }[] = []
  const call = ((_method: string, input: MethodInput<'lookup.specs'>) =>
    new Promise((resolve) =>
      calls.push({ input, answer: resolve as (result: Result<Specs>) => void }),
    )) as ProgramClient['call']
  return { client: { ...createProgramClientTwin().client, call }, calls }
}
const specsOf = (client: ProgramClient) => withinScope(() => useSpecs(() => 'v1'), { client })
const sectionOf = (specs: ReturnType<typeof useSpecs>, category: string) =>
  specs.sections.value.find((section) => section.category === category)

describe('useSpecs', () => {
  it('has sixteen categories without specs before the first load', () => {
    const specs = specsOf(pendingProgram().client)
    expect(specs.sections.value.map(({ category }) => category)).toEqual(SpecsCategory.options)
    expect(specs.sections.value.every(({ part, loading, failure: cause }) => !part && !loading && !cause)).toBe(true)
    expect(specs.source.value).toBeNull()
  })

  it('loads a category once', async () => {
    const { client, calls } = pendingProgram()
    const specs = specsOf(client)
    const loading = specs.load('engine')
    void specs.load('engine')
    expect(sectionOf(specs, 'engine')?.loading).toBe(true)
    expect(calls.map(({ input }) => input.categories)).toEqual([['engine']])
    calls[0]?.answer(success(answer(['engine'])))
    await loading
    expect(sectionOf(specs, 'engine')).toMatchObject({ loading: false, part: { given: true } })
    await specs.load('engine')
    expect(calls).toHaveLength(1)
  })

  it('gives the failure of a category, and loads it on the next attempt', async () => {
    const { client, calls } = pendingProgram()
    const specs = specsOf(client)
    const first = specs.load('fuel')
    calls[0]?.answer(offline)
    await first
    expect(sectionOf(specs, 'fuel')).toMatchObject({ part: null, loading: false, failure: { kind: 'offline' } })
    const second = specs.load('fuel')
    calls[1]?.answer(success(answer(['fuel'])))
    await second
    expect(sectionOf(specs, 'fuel')).toMatchObject({ failure: null, part: { category: 'fuel' } })
  })

  it('loads all categories in one call, with those that the service adds', async () => {
    const { client, calls } = pendingProgram()
    const specs = specsOf(client)
    const loading = specs.loadAll()
    expect(specs.sections.value.every((section) => section.loading)).toBe(true)
    expect(calls[0]?.input.categories).toBeNull()
    calls[0]?.answer(success(answer([...SpecsCategory.options, 'towing'])))
    expect(await loading).toBe(true)
    expect(specs.sections.value.at(-1)).toMatchObject({ category: 'towing', part: { category: 'towing' } })
    expect(await specs.loadAll()).toBe(true)
    expect(calls).toHaveLength(1)
  })

  it('ignores a late answer when a newer one is shown', async () => {
    const { client, calls } = pendingProgram()
    const specs = specsOf(client)
    const early = specs.load('base')
    const late = specs.loadAll()
    calls[1]?.answer(success(answer(SpecsCategory.options, 'newer')))
    await late
    calls[0]?.answer(success(answer(['base'], 'older')))
    await early
    expect(sectionOf(specs, 'base')?.part?.details[0]?.text).toBe('newer')
  })

  it('keeps the shown specs when a refresh fails, and gives the oldest answer as the source', async () => {
    const { client, calls } = pendingProgram()
    const specs = specsOf(client)
    const one = specs.load('base')
    calls[0]?.answer(success(answer(['base'], 'yes', '2026-11-20T03:00:00Z')))
    await one
    const two = specs.load('fuel')
    calls[1]?.answer(success(answer(['fuel'])))
    await two
    expect(specs.source.value?.at).toBe('2026-11-20T03:00:00Z')
    const again = specs.refresh()
    expect(calls[2]?.input).toMatchObject({ categories: ['base', 'fuel'], refresh: true })
    calls[2]?.answer(offline)
    await again
    expect(sectionOf(specs, 'base')?.part).not.toBeNull()
  })
})
