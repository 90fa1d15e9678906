import { expect, it } from 'vitest'
import { readArguments } from '../../../src/web/arguments.ts'

it.each([
  [['--port', 'eighty'], '--port must be a whole number'],
  [['--port', '70000'], '--port must be a whole number'],
  [['--practice-speed', '0'], '--practice-speed must be a whole number'],
  [['--practice-seed', '1.5'], '--practice-seed must be a whole number'],
  [['--colour'], "Unknown option '--colour'"],
  [['file.csv'], 'Unexpected argument'],
])('the browser host names the argument that is not valid: %s', (words, problem) => {
  expect(readArguments(words)).toEqual({ action: 'reject', problem: expect.stringContaining(problem) })
})
