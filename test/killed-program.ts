import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'

/** Runs a program, which says a line for each of its steps, and kills it after `fewest` to `most` of them. */
export async function runUntilKilled(script: string, words: readonly string[], fewest: number, most: number) {
  const program = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(program, 'close')
  let left = randomInt(fewest, most)
  for await (const _line of createInterface(program.stdout)) {
    left -= 1
    if (left === 0) program.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
}
