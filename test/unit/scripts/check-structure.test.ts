import { expect, it } from 'vitest'
import { findLongFiles, findRefProps, findStyles } from '../../../scripts/check-structure.mjs'

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

const layout = `
/* Beside each other. */
.fc-line {
  display: flex;
  gap: var(--fc-space-2);
}
.fc-grow {
  flex: 1;
  min-width: 0;
}
.fc-muted {
  color: var(--fc-ink-3);
}
`
const component = (style: string) => [
  { path: 'Part.vue', text: `<template>\n  <p class="part" />\n</template>\n\n<style scoped>\n${style}\n</style>\n` },
]

it('finds a rule of a component that only arranges as shared classes do', () => {
  expect(findStyles(component('.part {\n  display: flex;\n  flex: 1;\n  gap: var(--fc-space-2);\n}'), layout)).toEqual([
    'Part.vue: .part only arranges. Use fc-line fc-grow of ui/layout.css.',
  ])
})

it('allows a rule that says more than shared classes, or wins over another by its selector', () => {
  const style =
    '.part {\n  flex: 1;\n  height: 40px;\n}\n.part.open {\n  flex: 1;\n}\n.part {\n  color: var(--fc-ink-3);\n}'
  expect(findStyles(component(style), layout)).toEqual([])
})

it('finds a font weight that is no token and a media condition without a name', () => {
  const style = 'p {\n  font-weight: 620;\n}\n@media (max-width: 700px) {\n}\n@media (--narrow) {\n}\n@media print {\n}'
  expect(findStyles([{ path: 'part.css', text: style }], layout)).toEqual([
    'part.css: font-weight: 620; Use a weight of ui/tokens.css.',
    'part.css: @media (max-width: 700px) has no name. Use one of electron.vite.config.ts.',
  ])
})
