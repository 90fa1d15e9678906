import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diagnose, isExcused, readKnownFlaky, totalsOf } from '../../../scripts/test-results.mjs'

/** A file of a report: the states of its tests, which are called "test 1", "test 2" and so on. */
const file = (name: string, status: string, ...tests: readonly string[]) => ({
  name: resolve(name),
  status,
  assertionResults: tests.map((each, at) => ({ status: each, fullName: `test ${at + 1}` })),
})

it('counts a skipped test and a file that could not be loaded as failed', () => {
  const totals = (...testResults: ReturnType<typeof file>[]) => totalsOf({ testResults })
  expect(totals(file('a', 'passed', 'passed', 'passed'))).toEqual({ passed: 2, failed: 0 })
  expect(totals(file('a', 'failed', 'passed', 'failed'))).toEqual({ passed: 1, failed: 1 })
  expect(totals(file('a', 'passed', 'passed', 'skipped', 'pending', 'todo'))).toEqual({ passed: 1, failed: 3 })
  expect(totals(file('a', 'failed'), file('b', 'passed', 'passed'))).toEqual({ passed: 1, failed: 1 })
})

describe('the diagnosis of failed tests', () => {
  const report = {
    testResults: [
      file('a.test.ts', 'failed', 'passed', 'failed', 'failed'),
      file('b.test.ts', 'passed', 'passed'),
      file('c.test.ts', 'failed'),
    ],
  }

  it('runs the failed files once more, and says for each test whether it passes alone', async () => {
    const started: (readonly string[])[] = []
    const diagnosis = await diagnose(report, async (files) => {
      started.push(files)
      return {
        testResults: [file('a.test.ts', 'failed', 'passed', 'passed', 'failed'), file('c.test.ts', 'passed', 'passed')],
      }
    })
    expect(started).toEqual([[resolve('a.test.ts'), resolve('c.test.ts')]])
    expect([...diagnosis]).toEqual([
      ['a.test.ts: test 2', 'passes alone'],
      ['a.test.ts: test 3', 'fails alone too'],
      ['c.test.ts', 'passes alone'],
    ])
  })

  it('says that a test fails alone too when the second run lost its file', async () => {
    const diagnosis = await diagnose(report, async () => ({ testResults: [] }))
    expect([...diagnosis.values()]).toEqual(['fails alone too', 'fails alone too', 'fails alone too'])
  })

  it('says nothing without a second report, and does not run more than five files again', async () => {
    expect(await diagnose(report, async () => null)).toEqual(new Map())
    const many = Array.from({ length: 6 }, (_, at) => file(`${at}.test.ts`, 'failed', 'failed'))
    const refuse = () => Promise.reject(new Error('It ran again.'))
    expect(await diagnose({ testResults: many }, refuse)).toEqual(new Map())
  })
})

describe('the list of flaky tests', () => {
  const line = 'test/a.test.ts: test 1 | The debounce uses real time | 2026-11-29'

  it('has a test, a reason and a date in each line', () => {
    expect(readKnownFlaky(`# A comment\n\n${line}\n`)).toEqual(['test/a.test.ts: test 1'])
    for (const wrong of ['test/a.test.ts', 'test/a.test.ts | | 2026-11-29', 'test/a.test.ts | A reason | soon']) {
      expect(() => readKnownFlaky(wrong)).toThrow('is not “file: title | reason | 2026-01-31”')
    }
  })

  it('has at most five lines', () => {
    expect(readKnownFlaky(`${line}\n`.repeat(5))).toHaveLength(5)
    expect(() => readKnownFlaky(`${line}\n`.repeat(6))).toThrow('more than five lines')
  })

  it('excuses a listed test, or all of a listed file, that passes alone', () => {
    const alone = (answer: 'passes alone' | 'fails alone too') => new Map([['test/a.test.ts: test 1', answer]] as const)
    const excused = (diagnosis: ReturnType<typeof alone>, known: string) =>
      isExcused('test/a.test.ts: test 1', diagnosis, [known])
    expect(excused(alone('passes alone'), 'test/a.test.ts: test 1')).toBe(true)
    expect(excused(alone('passes alone'), 'test/a.test.ts')).toBe(true)
    expect(excused(alone('passes alone'), 'test/b.test.ts')).toBe(false)
    expect(excused(alone('fails alone too'), 'test/a.test.ts')).toBe(false)
    expect(excused(new Map(), 'test/a.test.ts')).toBe(false)
  })
})
