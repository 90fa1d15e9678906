import { describe, expect, it } from 'vitest'
import { SpecsCategory, type Specs } from '../../../../../src/contract/lookup.ts'
import type { MethodInput } from '../../../../../src/contract/methods.ts'
import { failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { ProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { useSpecs } from '../../../../../src/renderer/features/specs/useSpecs.ts'

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
const gone = failure({ kind: 'offline', message: 'No network.' })

/** A program that answers when the test says so. */
function heldProgram() {
  const asked: { input: MethodInput<'lookup.specs'>; answer(result: Result<Specs>): void }[] = []
  const call = ((_method: string, input: MethodInput<'lookup.specs'>) =>
    new Promise((resolve) =>
      asked.push({ input, answer: resolve as (result: Result<Specs>) => void }),
    )) as ProgramClient['call']
  return { client: { call }, asked }
}
const sectionOf = (specs: ReturnType<typeof useSpecs>, category: string) =>
  specs.sections.value.find((section) => section.category === category)

describe('the specs of a vehicle', () => {
  it('show sixteen closed categories before anything was fetched', () => {
    const specs = useSpecs(heldProgram().client, () => 'v1')
    expect(specs.sections.value.map(({ category }) => category)).toEqual(SpecsCategory.options)
    expect(specs.sections.value.every(({ part, loading, failure: why }) => !part && !loading && !why)).toBe(true)
    expect(specs.source.value).toBeNull()
  })

  it('fetch one category when it is opened, once', async () => {
    const { client, asked } = heldProgram()
    const specs = useSpecs(client, () => 'v1')
    const loading = specs.load('engine')
    void specs.load('engine')
    expect(sectionOf(specs, 'engine')?.loading).toBe(true)
    expect(asked.map(({ input }) => input.categories)).toEqual([['engine']])
    asked[0]?.answer(success(answer(['engine'])))
    await loading
    expect(sectionOf(specs, 'engine')).toMatchObject({ loading: false, part: { given: true } })
    await specs.load('engine')
    expect(asked).toHaveLength(1)
  })

  it('say why a category could not be fetched, and fetch it at the next try', async () => {
    const { client, asked } = heldProgram()
    const specs = useSpecs(client, () => 'v1')
    const first = specs.load('fuel')
    asked[0]?.answer(gone)
    await first
    expect(sectionOf(specs, 'fuel')).toMatchObject({ part: null, loading: false, failure: { kind: 'offline' } })
    const second = specs.load('fuel')
    asked[1]?.answer(success(answer(['fuel'])))
    await second
    expect(sectionOf(specs, 'fuel')).toMatchObject({ failure: null, part: { category: 'fuel' } })
  })

  it('fetch all in one call, what the service adds included', async () => {
    const { client, asked } = heldProgram()
    const specs = useSpecs(client, () => 'v1')
    const loading = specs.loadAll()
    expect(specs.sections.value.every((section) => section.loading)).toBe(true)
    expect(asked[0]?.input.categories).toBeNull()
    asked[0]?.answer(success(answer([...SpecsCategory.options, 'towing'])))
    expect(await loading).toBe(true)
    expect(specs.sections.value.at(-1)).toMatchObject({ category: 'towing', part: { category: 'towing' } })
    expect(await specs.loadAll()).toBe(true)
    expect(asked).toHaveLength(1)
  })

  it('let no late answer replace a newer one', async () => {
    const { client, asked } = heldProgram()
    const specs = useSpecs(client, () => 'v1')
    const early = specs.load('base')
    const late = specs.loadAll()
    asked[1]?.answer(success(answer(SpecsCategory.options, 'newer')))
    await late
    asked[0]?.answer(success(answer(['base'], 'older')))
    await early
    expect(sectionOf(specs, 'base')?.part?.details[0]?.text).toBe('newer')
  })

  it('keep what is here when asking again fails, and name the oldest answer', async () => {
    const { client, asked } = heldProgram()
    const specs = useSpecs(client, () => 'v1')
    const one = specs.load('base')
    asked[0]?.answer(success(answer(['base'], 'yes', '2026-11-20T03:00:00Z')))
    await one
    const two = specs.load('fuel')
    asked[1]?.answer(success(answer(['fuel'])))
    await two
    expect(specs.source.value?.at).toBe('2026-11-20T03:00:00Z')
    const again = specs.refresh()
    expect(asked[2]?.input).toMatchObject({ categories: ['base', 'fuel'], refresh: true })
    asked[2]?.answer(gone)
    await again
    expect(sectionOf(specs, 'base')?.part).not.toBeNull()
  })
})
