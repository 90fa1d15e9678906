import { nextTick } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useUploadSearch, daysOfPeriod } from '../../../../../src/renderer/features/uploads/useUploadSearch.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const twin = createProgramClientTwin({
    'uploads.search': ({ after }) =>
      after ? { found: [{ id: 'old', row: null }], next: null } : { found: [{ id: 'new', row: null }], next: 'new' },
  })
  const search = withinScope(() => useUploadSearch(() => '2026-03-07'), twin)
  return { search, calls: () => twin.calls.map(({ input }) => input) }
}
const pass = async (ms: number): Promise<void> => {
  await nextTick()
  await vi.advanceTimersByTimeAsync(ms)
}

it('searches for a text without the spaces around it', async () => {
  const { search, calls } = open()
  search.text.value = 'march '
  await pass(1)
  expect(calls()).toMatchObject([{ text: 'march', state: 'any', from: null, until: null, after: null }])
  expect([...search.found.value.keys()]).toEqual(['new'])
})

it('searches by status and period without a text, and reads further pages on request', async () => {
  const { search, calls } = open()
  search.state.value = 'complete'
  search.period.value = 'week'
  await pass(1)
  expect(calls()).toMatchObject([{ text: '', state: 'complete', from: '2026-03-01', until: null }])
  expect(search.hasMore.value).toBe(true)
  search.showMore()
  await pass(1)
  expect([...search.found.value.keys()]).toEqual(['new', 'old'])
  expect(search.hasMore.value).toBe(false)
})

it('does not search while the first date is after the last, and nothing after Clear', async () => {
  const { search, calls } = open()
  search.period.value = 'dates'
  Object.assign(search.dates, { from: '2026-03-05', until: '2026-03-04' })
  await pass(1)
  expect([search.isWrongOrder.value, search.isSearching.value, calls()]).toEqual([true, false, []])
  search.clear()
  await pass(300)
  expect([search.isSearching.value, [...search.found.value.keys()]]).toEqual([false, []])
})

const none = { from: '', until: '' }

it.each([
  ['any', null],
  ['week', '2026-03-01'],
  ['month', '2026-02-06'],
  ['year', '2025-03-08'],
] as const)('the period %s ends today and begins on %s', (period, from) => {
  expect(daysOfPeriod(period, none, '2026-03-07')).toEqual({ from, until: null })
})

it('takes the days that the user entered, and none for an empty field', () => {
  expect(daysOfPeriod('dates', { from: '2026-01-02', until: '' }, '2026-03-07')).toEqual({
    from: '2026-01-02',
    until: null,
  })
})
