export interface Wording {
  /** From 1. */
  readonly line: number
  readonly phrase: string
  readonly instead: string
}
export function findWording(text: string): readonly Wording[]
