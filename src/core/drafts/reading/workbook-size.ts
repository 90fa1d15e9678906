import { createContentMeter, type ContentLimits } from './content-meter.ts'
import type { XlsxSheet } from './xlsx-parts.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

/** The fewest bytes of a filled cell: `<c r="A1"><v>1</v></c>`. */
const leastCellBytes = 22
/** An estimate this many times over the limit is certainly over it. */
const certainly = 2

/**
 * Whether the sheets of a workbook hold far more cells than they may, by their sizes and the first cells of each: it is
 * then refused before it is read.
 */
export async function holdsTooManyCells(
  archive: Uint8Array,
  sheets: readonly XlsxSheet[],
  limits: ContentLimits,
): Promise<boolean> {
  const bytes = sheets.reduce((sum, { part }) => sum + part.inflatedBytes, 0)
  if (bytes < leastCellBytes * certainly * limits.cells) return false
  let cells = 0
  for (const { part } of sheets) cells += await estimateCells(archive, part, limits)
  return cells > certainly * limits.cells
}

/** About how many filled cells a sheet has. */
async function estimateCells(archive: Uint8Array, part: ZipPart, limits: ContentLimits): Promise<number> {
  const meter = createContentMeter(undefined, limits)
  for await (const piece of inflatePart(archive, part, meter)) {
    const ends =
      Buffer.from(piece)
        .toString('latin1')
        .match(/<\/(?:\w+:)?c>/g)?.length ?? 0
    return (ends * part.inflatedBytes) / piece.byteLength
  }
  return 0
}
