import { describe, expect, it } from 'vitest'
import { failure, type Result, success } from '../../../../src/contract/result.ts'
import { type PageOfRows, type PagesOptions, usePages } from '../../../../src/renderer/bridge/usePages.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { withinScope } from '../within-scope.ts'

interface OpenPage {
  readonly offset: number
  answer(result: Result<PageOfRows<string>> | null): Promise<void>
}

function open(options: Partial<PagesOptions<string>> = {}) {
  const twin = createProgramClientTwin()
  const fetches: OpenPage[] = []
  const pages = withinScope(
    () =>
      usePages<string>({
        rowsPerPage: 10,
        fetchPage: (offset) =>
          new Promise((resolve) =>
            fetches.push({
              offset,
              answer(result) {
                resolve(result)
                return twin.settled()
              },
            }),
          ),
        ...options,
      }),
    twin,
  )
  /** Answers every open fetch with rows named "<name><index>". */
  const answerAll = async (name: string, total = 100): Promise<void> => {
    while (fetches.length > 0) {
      const fetch = fetches.shift()!
      const rows = Array.from({ length: Math.min(10, total - fetch.offset) }, (_, at) => `${name}${fetch.offset + at}`)
      await fetch.answer(success({ total, rows }))
    }
  }
  return { twin, fetches, answerAll, ...pages }
}

describe('pages of a list', () => {
  it('are fetched around what is visible, and rows ahead of it', async () => {
    const { fetches, answerAll, show, rowAt, total } = open({ rowsAhead: 5 })
    void show({ first: 0, last: 3 })
    expect(fetches.map(({ offset }) => offset)).toEqual([0])
    await answerAll('a')
    expect([rowAt(3), rowAt(12), total.value]).toEqual(['a3', null, 100])
    void show({ first: 6, last: 16 })
    expect(fetches.map(({ offset }) => offset)).toEqual([10, 20])
  })

  it('keep the old rows during a refresh, and replace them in one step', async () => {
    const { fetches, answerAll, show, refresh, rowAt, version } = open()
    void show({ first: 5, last: 15 })
    await answerAll('a')
    const before = version.value
    void refresh()
    await fetches.shift()?.answer(success({ total: 100, rows: Array.from({ length: 10 }, (_, at) => `b${at}`) }))
    expect([rowAt(5), rowAt(15), version.value]).toEqual(['a5', 'a15', before])
    await answerAll('b')
    expect([rowAt(5), rowAt(15), version.value]).toEqual(['b5', 'b15', before + 1])
  })

  it('ignore the answers for the list before a restart', async () => {
    const { fetches, answerAll, restart, show, rowAt } = open()
    void show({ first: 0, last: 5 })
    const older = fetches.shift()
    void restart({ clear: true })
    await answerAll('new')
    await older?.answer(success({ total: 1, rows: ['old'] }))
    expect(rowAt(0)).toBe('new0')
  })

  it('show nothing after a restart with clear, and the old rows without it', async () => {
    const { answerAll, restart, show, rowAt, loading } = open()
    void show({ first: 0, last: 5 })
    await answerAll('a')
    void restart()
    expect([rowAt(0), loading.value]).toEqual(['a0', false])
    void restart({ clear: true })
    expect([rowAt(0), loading.value]).toEqual([null, true])
  })

  it('drop an answer of null and keep what is shown', async () => {
    const { fetches, answerAll, refresh, show, rowAt } = open()
    void show({ first: 0, last: 5 })
    await answerAll('a')
    void refresh()
    await fetches.shift()?.answer(null)
    expect(rowAt(0)).toBe('a0')
  })

  it('can be fetched again after a failure', async () => {
    const { fetches, answerAll, show, rowAt, failure: shown } = open()
    void show({ first: 0, last: 5 })
    await fetches.shift()?.answer(failure({ kind: 'offline', message: 'You’re offline.' }))
    expect(shown.value?.kind).toBe('offline')
    void show({ first: 0, last: 5 })
    await answerAll('a')
    expect([rowAt(0), shown.value]).toEqual(['a0', null])
  })

  it('are dropped when they are far from the view', async () => {
    const { answerAll, show, rowAt, loaded } = open({ maxPages: 2 })
    for (const first of [0, 10, 50]) {
      void show({ first, last: first + 5 })
      await answerAll('a')
    }
    expect([rowAt(0), rowAt(10), rowAt(50)]).toEqual([null, 'a10', 'a50'])
    expect(loaded()).toHaveLength(20)
  })

  it('find and replace loaded rows in their place', async () => {
    const { answerAll, show, rowAt, indexOf, replace, version } = open()
    void show({ first: 10, last: 15 })
    await answerAll('a')
    expect([indexOf((row) => row === 'a12'), indexOf((row) => row === 'a2')]).toEqual([12, -1])
    const before = version.value
    replace((row) => row)
    expect(version.value).toBe(before)
    replace((row) => (row === 'a12' ? 'changed' : row))
    expect([rowAt(12), version.value]).toEqual(['changed', before + 1])
  })
})
