import type { CustomerField } from '../../../contract/draft-rows.ts'

/** What the user typed for the row that is read, by field. */
export class TypedFields {
  readonly #texts = new Map<CustomerField, string>()

  clear(): void {
    this.#texts.clear()
  }

  set(field: CustomerField, text: string): void {
    this.#texts.set(field, text)
  }

  textOf(field: CustomerField): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(field)
  }
}
