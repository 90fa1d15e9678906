import type { z } from 'zod'

/** Parses a stored JSON text by its schema. Throws when the text does not fit: the database holds only what this program wrote. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  return schema.parse(JSON.parse(text))
}

/** The value of a text that anything may have written; null for one that is no JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
