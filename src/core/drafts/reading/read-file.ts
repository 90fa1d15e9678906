import type { TextForm } from '../../../contract/table-choices.ts'
import {
  createContentMeter,
  draftLimits,
  FileDamagedError,
  type ContentLimits,
  type ContentMeter,
} from './content-meter.ts'
import { fileKind, type LibraryFormat } from './file-kind.ts'
import { fileProblems } from './file-messages.ts'
import {
  detectedForm,
  refuseFile,
  type FilePart,
  type FileProblem,
  type RememberedForm,
  type TriedParts,
} from './file-read.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { splitSheets } from './sheet-tables.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

type WayToRead = (meter: ContentMeter) => TriedParts

/**
 * The ways to read a spreadsheet, by its content: each is tried when the one before ends with null. None throws for what
 * a file holds: `ok: false` says in words why it cannot be read. `form`: how the user wants a text file to be read;
 * `remembered`: delimiters of earlier files.
 */
export function waysToRead(
  name: string,
  bytes: Uint8Array,
  form: TextForm = detectedForm,
  limits: ContentLimits = draftLimits,
  remembered: readonly RememberedForm[] = [],
): readonly WayToRead[] {
  const kind = fileKind(name, bytes, limits.contentBytes)
  const inLibrary = (format: LibraryFormat) =>
    async function* (meter: ContentMeter): TriedParts {
      const { readLibraryWorkbook } = await import('./library-workbook.ts')
      return yield* splitSheets(readLibraryWorkbook(name, bytes, format, meter), 'workbook')
    }
  const unpacked = async function* (part: ZipPart, meter: ContentMeter): TriedParts {
    const inside = await inflateWhole(bytes, part, createContentMeter(undefined, limits))
    // An archive in an archive, or with a password, is for a person.
    if (!inside || fileKind(name, inside, limits.contentBytes).kind === 'packed')
      return refuseFile(fileProblems.zip(name))
    for (const way of waysToRead(name, inside, form, limits, remembered)) {
      const end = yield* way(meter)
      if (end) return end
    }
    return null
  }
  switch (kind.kind) {
    case 'unreadable':
      return [() => refused(kind.problem)]
    case 'packed':
      return [(meter) => unpacked(kind.part, meter)]
    case 'xlsx':
      return [
        (meter) => splitSheets(readWorkbook(name, bytes, meter), 'workbook'),
        (meter) => splitSheets(readWorkbook(name, bytes, meter, { order: 'any' }), 'workbook'),
      ]
    case 'library':
      return [inLibrary(kind.format)]
    case 'text':
      return [(meter) => splitSheets(readText(name, bytes, meter, form, remembered), 'text')]
  }
}

/** The content of a part; null when it cannot be unpacked. */
async function inflateWhole(archive: Uint8Array, part: ZipPart, meter: ContentMeter): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of inflatePart(archive, part, meter)) pieces.push(piece)
  } catch (error) {
    if (error instanceof FileDamagedError) return null
    throw error
  }
  return Buffer.concat(pieces)
}

async function* refused(problem: FileProblem): TriedParts {
  const parts: FilePart[] = []
  yield* parts
  return refuseFile(problem)
}
