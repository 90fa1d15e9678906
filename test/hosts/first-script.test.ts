import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const renderer = resolve('out/renderer')
const read = (file: string): string => readFileSync(join(renderer, 'assets', file), 'utf8')

/** A script of the build with everything that it imports statically. */
function withImports(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  const source = read(file)
  found.set(file, source)
  for (const [, imported] of source.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    if (imported) withImports(imported, found)
  }
  return found
}

it('keeps what the window loads before its first screen at 133 KB gzipped or less', () => {
  const index = /src="\.\/assets\/([^"]+\.js)"/.exec(readFileSync(join(renderer, 'index.html'), 'utf8'))?.[1] ?? ''
  // The entry sets up the policy, then imports the start of the window (src/renderer/main.ts).
  const start = /import\([`"']\.\/(start-[\w-]+\.js)/.exec(read(index))?.[1] ?? ''
  const scripts = withImports(start, withImports(index))
  expect([...scripts.values()].some((source) => source.includes('__vue_app__'))).toBe(true)
  const sizes = [...scripts].map(([name, source]) => ({ name, bytes: gzipSync(source, { level: 9 }).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  // On failure the sizes show where to look.
  expect(total > 133_000 ? sizes : []).toEqual([])
})
