import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, type as systemName } from 'node:os'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { accessibilityTreeText, type DataTexts } from './accessibility-tree-text.ts'
import type { PracticeRecords } from './every-screen.ts'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { settle } from './settled-page.ts'

const folder = resolve('test/window/accessibility-trees')
const isWriting = process.env.FORECOURT_WRITE_TREES === '1'

/** What differs from run to run or from PC to PC. */
export async function dataTexts({ page, dataFolder }: Harness, records: PracticeRecords): Promise<DataTexts> {
  const { customers } = await callProgram(page, 'customers.list', { offset: 0, limit: 500 })
  const names = customers.flatMap(({ clientName }) => clientName ?? [])
  return [
    [dataFolder, 'data folder'],
    [tmpdir(), 'temporary folder'],
    [systemName(), 'system'],
    [records.vehicleTitle, 'vehicle'],
    [records.draftName, 'file'],
    ...[records.calledName, records.customerName, ...names]
      .toSorted((a, b) => b.length - a.length)
      .map((name) => [name, 'customer'] as const),
  ]
}

/** The tree of the frame of the window, which is the same on every screen. */
export async function frameTreeOf(page: Page, data: DataTexts): Promise<string> {
  const tree = await accessibilityTreeText(page, data)
  return tree.slice(0, Math.max(0, tree.search(/^main$/m)))
}

/** The car that a sentence names behind its owner: the first one of a list that other tests change. */
const namedCar = /<customer>, [^"?\n]+/g

/** The tree of a part of the page, by the line with which it begins. */
export async function partTreeOf(page: Page, data: DataTexts, begins: RegExp): Promise<string> {
  const lines = (await accessibilityTreeText(page, data)).split('\n')
  const first = lines.findIndex((line) => begins.test(line))
  if (first < 0) return ''
  const indent = /^ */.exec(lines[first] ?? '')?.[0].length ?? 0
  const end = lines.findIndex((line, at) => at > first && line.search(/\S/) <= indent)
  return `${lines
    .slice(first, end < 0 ? lines.length : end)
    .map((line) => line.slice(indent).replaceAll(namedCar, '<customer>, <vehicle>'))
    .join('\n')
    .trimEnd()}\n`
}

/** The reviewed tree of this name. With `FORECOURT_WRITE_TREES=1` it is the one of the page, which is saved, to be reviewed. */
export async function reviewedTree(page: Page, name: string, read: () => Promise<string>): Promise<string> {
  const file = resolve(folder, `${name}.txt`)
  if (isWriting) {
    await settle(page)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, await read())
  }
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
