import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { draftLimits } from '../../../../../src/core/drafts/reading/content-meter.ts'
import type { ReaderMessage } from '../../../../../src/core/drafts/file-process/process-messages.ts'
import { createReaderService } from '../../../../../src/core/drafts/file-process/reader-service.ts'
import { ColumnTable } from '../../../../../src/core/drafts/columns/column-table.ts'
import { unpackPiece } from '../../../../../src/core/drafts/storage/row-blocks.ts'
import { oddWorkbook, sheetOf } from '../../../../spreadsheets/odd-workbook.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'

/** Everything that a reader process says about a file. */
function messagesOf(name: string, bytes: Uint8Array, path: string | null = null): Promise<ReaderMessage[]> {
  const messages: ReaderMessage[] = []
  return new Promise((resolve) => {
    const service = createReaderService((message) => {
      messages.push(structuredClone(message))
      if (message.kind === 'more') setImmediate(() => service({ kind: 'bytes', bytes }))
      else if (message.kind === 'block') setImmediate(() => service({ kind: 'saved' }))
      else if (message.kind === 'done' || message.kind === 'refused' || message.kind === 'failed') resolve(messages)
    })
    service({
      kind: 'read',
      name,
      sizeBytes: bytes.byteLength,
      path,
      form: null,
      remembered: [],
      keep: 'nothing',
      limits: draftLimits,
    })
  })
}

/** The rows of the blocks that count: those after the last restart. */
function rowsOf(messages: readonly ReaderMessage[]): unknown[] {
  const from = messages.findLastIndex(({ kind }) => kind === 'restart') + 1
  const rows = new ColumnTable()
  for (const message of messages.slice(from))
    if (message.kind === 'block') rows.addPiece(unpackPiece(message.block.rows))
  return [...rows]
}

const row = (number: number): string => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`
const expected = (count: number): unknown[] =>
  Array.from({ length: count }, (_, at) => ({ row: at + 1, cells: [at + 1] }))
/** Longer than a piece of the inflated sheet, so that rows are handed over before its end is seen. */
const numbers = Array.from({ length: 12_000 }, (_, at) => at + 1)

it.skipIf(process.platform === 'win32')('a file that the user may not read is refused with that reason', async () => {
  const path = join(createDataFolder(), 'list.csv')
  writeFileSync(path, 'Rego\n1AB2CD\n', { mode: 0o000 })
  if (process.geteuid?.() === 0) {
    // The administrator may read everything.
    process.seteuid?.(65_534)
    onTestFinished(() => process.seteuid?.(0))
  }
  const [last] = (await messagesOf('list.csv', new Uint8Array(14), path)).slice(-1)
  expect(last).toMatchObject({
    kind: 'refused',
    problem: { message: 'You don’t have permission to read “list.csv”.', next: expect.stringContaining('IT support') },
  })
})

it('a text that must be read whole shows its first rows before', async () => {
  const line = 'Renée Zoë,0491 570 006,ABC123\r\n'
  const messages = await messagesOf('list.csv', Buffer.from(`Name,Mobile,Rego\r\n${line.repeat(9_000)}`, 'latin1'))
  const kinds = messages.map(({ kind }) => kind)
  expect(messages.find(({ kind }) => kind === 'first-rows')).toMatchObject({
    rows: [
      ['Name', 'Mobile', 'Rego'],
      ['Renée Zoë', '0491 570 006', 'ABC123'],
      ...Array.from({ length: 6 }, () => expect.anything()),
    ],
  })
  expect(kinds.indexOf('first-rows')).toBeLessThan(kinds.indexOf('progress'))
})

describe('a workbook in the reader process', () => {
  it('is read once', async () => {
    const messages = await messagesOf('list.xlsx', oddWorkbook({ sheetXml: sheetOf(numbers.map(row).join('')) }))
    const kinds = messages.map(({ kind }) => kind)
    expect(kinds).not.toContain('restart')
    expect(kinds.filter((kind) => kind === 'first-rows')).toHaveLength(1)
    expect(messages.at(-1)).toMatchObject({ kind: 'done', facts: { kind: 'xlsx', sheets: [{ rowCount: 12_000 }] } })
    expect(rowsOf(messages)).toEqual(expected(12_000))
  })

  it('with a row out of its place is read again from its beginning, and has each row once', async () => {
    const rows = [...numbers.slice(1), 1].map(row)
    const messages = await messagesOf('list.xlsx', oddWorkbook({ sheetXml: sheetOf(rows.join('')) }))
    const kinds = messages.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'restart')).toHaveLength(1)
    expect(messages.at(-1)).toMatchObject({ kind: 'done', facts: { sheets: [{ rowCount: 12_000 }] } })
    expect(rowsOf(messages)).toEqual(expected(12_000))
  })

  it('whose rows are in another order has them in their order', async () => {
    const sheetXml = sheetOf(numbers.toReversed().map(row).join(''))
    const messages = await messagesOf('list.xlsx', oddWorkbook({ sheetXml }))
    expect(messages.at(-1)).toMatchObject({ kind: 'done', facts: { sheets: [{ rowCount: 12_000 }] } })
    expect(rowsOf(messages)).toEqual(expected(12_000))
  })
})
