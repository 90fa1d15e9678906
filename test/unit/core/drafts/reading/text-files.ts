import fc from 'fast-check'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import type { ByteSource } from '../../../../../src/core/drafts/reading/byte-source.ts'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readWhole } from '../../../../../src/core/drafts/reading/file-read.ts'
import { splitSheets } from '../../../../../src/core/drafts/reading/sheet-tables.ts'
import { streamText } from '../../../../../src/core/drafts/reading/stream-text.ts'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  async read(into, position) {
    const part = bytes.subarray(position, position + into.byteLength)
    into.set(part)
    return part.byteLength
  },
})

/** A file read in pieces of some size; null when it must be read as a whole. */
export async function readInPieces(bytes: Uint8Array, pieceBytes?: number): Promise<FileRead | null> {
  const options = { meter: createContentMeter(), ...(pieceBytes === undefined ? {} : { pieceBytes }) }
  const answer = await readWhole(splitSheets(streamText('list.csv', bytesSource(bytes), options), 'text'))
  if (answer?.ok === false) throw new Error(answer.problem.message)
  return answer?.file ?? null
}

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('Ann Lee', '1AB2CD', 'VIC', '0412 345 678', '3/4/2024', 'Zoë', '') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Müller €5',
      '😀 sold',
      'x "y" z',
      'p, q',
      'a;b',
      'two\nlines',
      'two\r\nlines, and a comma',
      'a"b',
      ' ',
      '\u00A0',
      '\uFEFF',
      'tab there',
      'é'.repeat(119),
      'é'.repeat(120),
      'n'.repeat(239),
      'n'.repeat(240),
      ' '.repeat(241),
      'JosÃ©',
      'lost \uFFFD',
      'wide  gap',
    ),
  },
)
/** How a cell stands in a file: as it should, or in a damaged file also with stray quotes and signs that no text has. */
const written = (delimiter: string, isDamaged: boolean) =>
  fc.tuple(word, fc.integer({ min: isDamaged ? 0 : 4, max: 40 })).map(([text, way]) => {
    if (way === 0) return `"${text}`
    if (way === 1) return `"${text}" `
    if (way === 2) return `${text}\u0000`
    if (way === 3) return `${text}\r`
    const needsQuotes = text.includes(delimiter) || /[\r\n]/.test(text) || text.startsWith('"')
    return needsQuotes || way < 10 ? `"${text.replaceAll('"', '""')}"` : text
  })

/** Text files: most of them sound, with rows of one width but for a few, and line ends of any kind. */
export const textFile: fc.Arbitrary<Uint8Array> = fc
  .record({
    width: fc.integer({ min: 1, max: 5 }),
    delimiter: fc.constantFrom(',', ',', ',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '', '\uFEFF'),
    endsWithLine: fc.boolean(),
    rows: fc.integer({ min: 1, max: 24 }),
    isDamaged: fc.constantFrom(false, false, false, true),
  })
  .chain(({ width, delimiter, lineEnd, mark, endsWithLine, rows, isDamaged }) =>
    fc
      .array(
        fc.tuple(
          fc.array(written(delimiter, isDamaged), { minLength: width, maxLength: width }),
          fc.integer({ min: isDamaged ? 0 : 1, max: 40 }),
        ),
        { minLength: rows, maxLength: rows },
      )
      .map((lines) => {
        const header = Array.from({ length: width }, (_, at) => `Column ${'ABCDE'[at]}`).join(delimiter)
        const body = lines.map(([cells, odd]) => {
          if (odd === 0) return ''
          if (odd === 1) return cells.slice(1).join(delimiter)
          if (odd === 2) return [...cells, 'more'].join(delimiter)
          return cells.join(delimiter)
        })
        return utf8(mark + [header, ...body].join(lineEnd) + (endsWithLine ? lineEnd : ''))
      }),
  )
