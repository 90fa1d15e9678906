import type { ContentMeter } from './content-meter.ts'
import { elementsOfPart, type ElementOptions } from './xlsx-elements.ts'
import { textOfRuns } from './xml-text.ts'
import type { ZipPart } from './zip-archive.ts'

/** The texts that cells share (ECMA-376, part 1, 18.4), by position. */
export class SharedStrings {
  readonly #texts: readonly string[]
  /** Cells that refer to a text that the list does not have. */
  lost = 0

  constructor(texts: readonly string[]) {
    this.#texts = texts
  }

  /** A text; an empty one when the list has none there. */
  at(index: number): string {
    const text = this.#texts[index]
    if (text === undefined) this.lost += 1
    return text ?? ''
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0
  }
}

export async function readSharedStrings(
  archive: Uint8Array,
  part: ZipPart | null,
  meter: ContentMeter,
  options: ElementOptions = {},
): Promise<SharedStrings> {
  const texts: string[] = []
  if (!part) return new SharedStrings(texts)
  for await (const items of elementsOfPart(archive, part, meter, 'si', options)) {
    for (const { content } of items) {
      const text = textOfRuns(content)
      meter.addCharacters(text.length)
      texts.push(text)
    }
  }
  return new SharedStrings(texts)
}
