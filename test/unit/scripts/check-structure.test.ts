import { expect, it } from 'vitest'
import { findLongFiles } from '../../../scripts/check-structure.mjs'

const file = (path: string, lines: number) => ({ path, text: 'line\n'.repeat(lines) })

it('finds files with too many lines, by their ending', () => {
  const files = [file('a.ts', 350), file('b.ts', 351), file('c.vue', 250), file('d.vue', 251), file('e.md', 9_000)]
  expect(findLongFiles(files)).toEqual([
    'b.ts: 351 lines, at most 350. Split it by subject.',
    'd.vue: 251 lines, at most 250. Split it by subject.',
  ])
})
