import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NumberedTexts } from '../../../../../src/core/drafts/checking/numbered-texts.ts'
import { sharedMemory } from '../../../../../src/core/drafts/engine/upload-rows-memory.ts'
import { UploadWriting } from '../../../../../src/core/drafts/engine/upload-writing.ts'
import type { PackForm } from '../../../../../src/core/drafts/storage/pack-upload.ts'
import { unpackJournalRows } from '../../../../../src/core/drafts/storage/row-pack.ts'
import { act, openText } from './open-draft.ts'
import { difference, packsOf } from './upload-packs.ts'
import { runs } from '../../../../runs.ts'

const form: PackForm = { uploadId: '0123456789abcdef', batchSize: 500, referenceKey: 'forecourt_ref', corrects: null }

const line = (at: number, name: string, note: string): string =>
  `ABC${String(at % 1_000).padStart(3, '0')},NSW,${name},0491 570 006,1/02/2024,${note}`
const table = (lines: readonly string[]): string => ['Rego,State,Name,Mobile,Sold,Notes', ...lines, ''].join('\r\n')

async function openKept(text: string) {
  const engine = await openText(text)
  act(engine, { kind: 'other-columns', target: 'keep' })
  return engine
}

/** How many rows are written without compiled code. */
function countOthers(): () => number {
  const write = vi.spyOn(UploadWriting.prototype, 'write')
  return () => write.mock.calls.length
}

afterEach(() => vi.restoreAllMocks())

describe('rows of an upload written by compiled code', () => {
  it('are all rows with short texts', async () => {
    const engine = await openKept(
      table([
        line(1, 'Ann Lee', 'said "no", and \\ more'),
        line(2, 'Zoë', '  in “quotes”  '),
        line(3, 'Bob', ''),
        line(4, '', 'x'.repeat(239)),
      ]),
    )
    const others = countOthers()
    expect(difference(engine, form)).toBeNull()
    expect(others()).toBe(0)
  })

  it('are the others between rows that need another way, in their order', async () => {
    const notes = ['a', 'y'.repeat(240), 'b', '\t', 'c', '\u00a0 d', 'e \u3000', 'f \u00a0', 'g\ufeff', '\u2028']
    const engine = await openKept(table(notes.map((note, at) => line(at, 'Ann', note))))
    const others = countOthers()
    expect(difference(engine, form)).toBeNull()
    expect(others()).toBe(7)
    const [pack] = packsOf(engine, form)
    expect(pack && unpackJournalRows(pack.pack).map(({ row }) => row)).toEqual(notes.map((_, at) => at + 2))
  })

  it('are rows of several blocks, with many names', async () => {
    const name = (at: number): string => `${'Annabelle Ümit '.repeat(10)}${at}`
    const engine = await openKept(
      table(Array.from({ length: 9_000 }, (_, at) => line(at, name(at), 'z'.repeat(at % 230)))),
    )
    const others = countOthers()
    expect(difference(engine, form)).toBeNull()
    expect(others()).toBeLessThan(100)
  })

  it('are rows of one table after those of others, with more names than the memory has room for', async () => {
    const open = (name: string) =>
      openKept(table(Array.from({ length: 600 }, (_, at) => line(at, `${name.repeat(13)} ${at % 450}`, ''))))
    const names = ['Ann ', 'Bea ', 'Cay ', 'Dee ', 'Eve ', 'Fay ', 'Gus ', 'Hal ', 'Ida ', 'Jim ', 'Kim ']
    const engines = await Promise.all(names.map(open))
    for (const engine of [...engines, ...engines]) expect(difference(engine, form)).toBeNull()
  })

  it('forget where texts are when there is little room for more', () => {
    const memory = sharedMemory()
    if (!memory) throw new Error('This processor cannot run the compiled code')
    const texts = new NumberedTexts()
    const places = memory.placesOf(texts)
    for (let at = 0; memory.hasRoom; at += 1)
      memory.addNumbered(places, texts, texts.numberOf(`${'Ann '.repeat(9)}${at}`))
    expect(memory.makeRoom()).toBe(true)
    expect(memory.hasRoom).toBe(true)
    expect(memory.placesOf(texts)).toEqual([0])
    expect(memory.makeRoom()).toBe(false)
  })

  it('have the bytes of rows as objects when rows are as long as they can be', async () => {
    const columns = Array.from({ length: 60 }, (_, at) => `Column ${at}`)
    const cells = fc.array(fc.constantFrom('', 'a', '"'.repeat(70), 'é'.repeat(50), 'x'.repeat(200)), {
      minLength: 60,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 40 }), async (rows) => {
        const quoted = rows.map(
          (row, at) => `ABC${100 + at},${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}`,
        )
        const engine = await openKept([`Rego,${columns.join(',')}`, ...quoted, ''].join('\n'))
        expect(difference(engine, form)).toBeNull()
      }),
      { numRuns: runs(8) },
    )
  })
})
