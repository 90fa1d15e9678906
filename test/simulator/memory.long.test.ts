import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const mostGrowthBytes = 256 * 1024

test('malformed requests leave nothing behind in memory', { timeout: 120_000 }, async () => {
  const words = ['--expose-gc', 'test/simulator/memory-child.ts', '8', '1250']
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const { bytes, highest, requests } = JSON.parse(stdout) as { bytes: number[]; highest: number; requests: number }
  expect(requests).toBe(10_000)
  expect(highest).toBeLessThan(500)
  // The first rounds fill what has a fixed size: the log of calls, prepared statements, compiled code. From then on a hundred bytes kept of
  // each request would be half a megabyte. The smallest of three rounds counts, because a buffer may not be freed yet.
  const [before, after] = [Math.min(...bytes.slice(2, 5)), Math.min(...bytes.slice(5))]
  expect(after - before).toBeLessThan(mostGrowthBytes)
})
