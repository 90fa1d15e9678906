import { expect, it } from 'vitest'
import { findLongFiles, findRefProps } from '../../../scripts/check-structure.mjs'

const file = (path: string, lines: number) => ({ path, text: 'line\n'.repeat(lines) })

it('finds files with too many lines, by their ending', () => {
  const files = [file('a.ts', 350), file('b.ts', 351), file('c.vue', 250), file('d.vue', 251), file('e.md', 9_000)]
  expect(findLongFiles(files)).toEqual([
    'b.ts: 351 lines, at most 350. Split it by subject.',
    'd.vue: 251 lines, at most 250. Split it by subject.',
  ])
})

it('refuses props that carry refs: named, inferred from a composable, or written in place', () => {
  const component = (head: string, props: string): string =>
    `<script setup lang="ts">\n${head}\ndefineProps<${props}>()\n</script>\n`
  const files = [
    { path: 'f/useList.ts', text: 'export function useList() {}\n\nexport type List = ReturnType<typeof useList>\n' },
    {
      path: 'f/useForm.ts',
      text: 'export interface Form {\n  readonly name: Ref<string>\n}\n\nexport type Name = string\n',
    },
    {
      path: 'f/Named.vue',
      text: component("import type { List } from './useList.ts'", '{ list: List; title: string }'),
    },
    { path: 'f/deep/Form.vue', text: component("import { type Form } from '../useForm.ts'", '{ form: Form }') },
    { path: 'f/Inferred.vue', text: component('', '{ list: ReturnType<typeof useList> }') },
    { path: 'f/InPlace.vue', text: component('', '{ count: Readonly<Ref<number>> }') },
    {
      path: 'f/Plain.vue',
      text: component("import type { Name } from './useForm.ts'", '{ name: Name; save: () => void }'),
    },
  ]
  expect(findRefProps(files).map((problem) => problem.split('.', 1)[0])).toEqual([
    'f/Named',
    'f/deep/Form',
    'f/Inferred',
    'f/InPlace',
  ])
})
