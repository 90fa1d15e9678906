import type { ContentMeter } from './content-meter.ts'
import { elementsOfPart, type ElementOptions, type XmlElement } from './xlsx-elements.ts'
import { textOfRuns } from './xml-text.ts'
import type { ZipPart } from './zip-archive.ts'

/**
 * The texts that cells share (ECMA-376, part 1, 18.4), by position. They are inflated only as far as rows refer to them,
 * so that the first rows of a file of any size can be shown at once.
 */
export class SharedStrings {
  readonly #items: AsyncGenerator<Iterable<XmlElement>, void, void> | null
  readonly #meter: ContentMeter
  readonly #texts: string[] = []
  #isComplete: boolean
  /** Cells that refer to a text that the list does not have. */
  lost = 0

  constructor(archive: Uint8Array, part: ZipPart | null, meter: ContentMeter, options: ElementOptions = {}) {
    this.#meter = meter
    this.#items = part && elementsOfPart(archive, part, meter, 'si', options)
    this.#isComplete = part === null
  }

  /** A text; an empty one when the list has none there, null when it is not there yet. */
  at(index: number): string | null {
    const text = this.#texts[index]
    if (text !== undefined) return text
    if (!this.#isComplete && index >= 0) return null
    this.lost += 1
    return ''
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0
  }

  /** Reads on until there are so many texts, or all. */
  async load(count = Infinity): Promise<void> {
    while (this.#texts.length < count && !this.#isComplete) {
      const next = await this.#items?.next()
      if (!next?.value) this.#isComplete = true
      else for (const { content } of next.value) this.#add(textOfRuns(content))
    }
  }

  #add(text: string): void {
    this.#meter.addCharacters(text.length)
    this.#texts.push(text)
  }

  /** Ends the inflating. */
  async close(): Promise<void> {
    await this.#items?.return()
  }
}
