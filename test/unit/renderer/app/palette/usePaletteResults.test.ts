import { createMemoryHistory, createRouter } from 'vue-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { PaletteSource, ScoredItem } from '../../../../../src/renderer/app/palette/palette-source.ts'
import { usePaletteResults } from '../../../../../src/renderer/app/palette/usePaletteResults.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run = (): void => undefined
const item = (label: string, score: number): ScoredItem => ({ key: label, label, score, run })

/** A source that answers when the test says so. */
function heldSource(title: string) {
  const asked: { text: string; answer: (result: Result<readonly ScoredItem[]>) => void }[] = []
  const source: PaletteSource = {
    title,
    find: (text) => new Promise((resolve) => asked.push({ text, answer: resolve })),
  }
  return { source, asked }
}

function open(sources: readonly PaletteSource[]) {
  const router = createRouter({ history: createMemoryHistory(), routes: [] })
  const known = [
    { title: 'Screens', items: [{ key: 's', label: 'Settings', run }], atFirst: 5 },
    { title: 'Commands', items: [{ key: 'o', label: 'Open a spreadsheet', run }], atFirst: 5, fuzzy: true },
  ]
  return withinScope(() =>
    usePaletteResults(
      { client: createProgramClientTwin().client, router, openIn: async () => undefined },
      () => known,
      () => sources,
    ),
  )
}

const shown = ({ groups }: ReturnType<typeof open>) =>
  groups.value.map(({ title, items }) => [title, ...items.map(({ label }) => label)])

async function type(results: ReturnType<typeof open>, text: string): Promise<void> {
  results.text.value = text
  await nextTick()
  await vi.advanceTimersByTimeAsync(100)
}

it('shows screens and commands before anything is typed, and asks nothing', async () => {
  const { source, asked } = heldSource('Customers')
  const results = open([source])
  expect(shown(results)).toEqual([
    ['Screens', 'Settings'],
    ['Commands', 'Open a spreadsheet'],
  ])
  expect(asked).toEqual([])
})

it('asks once for what was typed in one go, and puts the best group first', async () => {
  const { source, asked } = heldSource('Customers')
  const results = open([source])
  results.text.value = 's'
  await nextTick()
  await type(results, 'sett')
  expect(asked.map(({ text }) => text)).toEqual(['sett'])
  expect([shown(results), results.searching.value]).toEqual([[['Screens', 'Settings']], true])
  asked[0]?.answer(success([item('Other', 20), item('Sett', 101)]))
  await vi.advanceTimersByTimeAsync(1)
  expect(shown(results)).toEqual([
    ['Customers', 'Sett', 'Other'],
    ['Screens', 'Settings'],
  ])
  expect(results.searching.value).toBe(false)
})

it('ignores the answer to an older text', async () => {
  const { source, asked } = heldSource('Customers')
  const results = open([source])
  await type(results, 'an')
  await type(results, 'anna')
  asked[1]?.answer(success([item('Anna', 90)]))
  await vi.advanceTimersByTimeAsync(1)
  asked[0]?.answer(success([item('An', 100)]))
  await vi.advanceTimersByTimeAsync(1)
  expect(shown(results)).toEqual([['Customers', 'Anna']])
})

it('shows what the other sources found when one fails, and tries it once more on Retry', async () => {
  const [broken, sound] = [heldSource('Customers'), heldSource('Uploads')]
  const results = open([broken.source, sound.source])
  await type(results, 'march')
  broken.asked[0]?.answer(failure({ kind: 'unexpected', message: 'It failed.' }))
  sound.asked[0]?.answer(success([item('March', 90)]))
  await vi.advanceTimersByTimeAsync(1)
  expect(shown(results)).toEqual([['Uploads', 'March']])
  expect(results.failures.value.map(({ title }) => title)).toEqual(['Customers'])
  results.retry()
  broken.asked[1]?.answer(success([]))
  sound.asked[1]?.answer(success([]))
  await vi.advanceTimersByTimeAsync(1)
  expect([results.failures.value, results.searching.value]).toEqual([[], false])
})
