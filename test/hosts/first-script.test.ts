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

const html = readFileSync(join(renderer, 'index.html'), 'utf8')
const index = /src="\.\/assets\/([^"]+\.js)"/.exec(html)?.[1] ?? ''
// The entry sets up the policy, then imports the shell of the window (src/renderer/main.ts).
const shell = /import\([`"']\.\/(shell-[\w-]+\.js)/.exec(read(index))?.[1] ?? ''

it('keeps what the window loads before its first screen at 120 KB gzipped or less', () => {
  const scripts = withImports(shell, withImports(index))
  expect([...scripts.values()].some((source) => source.includes('__vue_app__'))).toBe(true)
  const sizes = [...scripts].map(([name, source]) => ({ name, bytes: gzipSync(source, { level: 9 }).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  // On failure the sizes show where to look.
  expect(total > 120_000 ? sizes : []).toEqual([])
})

it('fetches the shell, its styles and its font beside the first script, which does not import the shell before the policy is set up', () => {
  expect([...withImports(index).keys()]).not.toContain(shell)
  expect(html).toContain(`rel="modulepreload" href="./assets/${shell}"`)
  expect(html).toMatch(/rel="stylesheet" href="\.\/assets\/shell-[\w-]+\.css"/)
  expect(html).toMatch(/rel="preload" as="font" type="font\/woff2" href="\.\/assets\/inter-latin-wght-[\w-]+\.woff2"/)
})

it('fetches font and styles behind the still picture of the shell, which they would hold back from the head', () => {
  const picture = html.indexOf('class="still"')
  expect(picture).toBeGreaterThan(0)
  expect(html.indexOf('as="font"')).toBeGreaterThan(picture)
  expect(html.indexOf('rel="stylesheet"')).toBeGreaterThan(picture)
})

it('opens a screen with few requests: what screens share is in two scripts', () => {
  expect([...withImports(shell).keys()].length).toBeLessThanOrEqual(3)
})
