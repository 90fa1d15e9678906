import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, type as systemName } from 'node:os'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
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

/** The frame of the window, which is the same on every screen, and the screen. */
function parts(tree: string): { frame: string; screen: string } {
  const at = tree.search(/^main$/m)
  return { frame: tree.slice(0, Math.max(0, at)), screen: tree.slice(Math.max(0, at)) }
}

/**
 * Compares a part of the page with its reviewed tree in `accessibility-trees`. With `FORECOURT_WRITE_TREES=1` it writes the file instead,
 * which is then to be reviewed.
 */
export async function expectReviewedTree(
  page: Page,
  name: string,
  data: DataTexts,
  part: 'frame' | 'screen' = 'screen',
): Promise<void> {
  const file = resolve(folder, `${name}.txt`)
  const tree = async (): Promise<string> => parts(await accessibilityTreeText(page, data))[part]
  if (isWriting) {
    await settle(page)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, await tree())
  }
  const reviewed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  await expect.poll(tree, { timeout: 20_000, interval: 250 }).toBe(reviewed)
}
