import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync(resolve('docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [, number = '', , defence = '', test = ''] = line.split('|')
    return { number: Number(number), defence, test }
  })
/** What is written as code. */
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const areMissing = (folder: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !existsSync(join(resolve(folder), name)))

it('docs/security.md numbers its rows without gaps', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
})

it.each(rows)('row $number of docs/security.md names a test file, and all that it names exist', ({ defence, test }) => {
  const tests = namesIn(test).filter((name) => name.endsWith('.test.ts'))
  expect(tests).not.toEqual([])
  expect(areMissing('test', tests)).toEqual([])
  const defences = namesIn(defence).filter((name) =>
    /^(?:core|dispatch|host-kit|main|preload|renderer|web)\//.test(name),
  )
  expect(areMissing('src', defences)).toEqual([])
})

it('the local servers of docs/security.md name test files that exist', () => {
  const tests = namesIn(page.split('## Local servers')[1] ?? '').filter((name) => name.endsWith('.test.ts'))
  expect(tests.length).toBeGreaterThan(3)
  expect(areMissing('test', tests)).toEqual([])
})
