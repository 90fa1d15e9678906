import { createHash } from 'node:crypto'

/** Choices that follow from a seed and some words alone, so that the same seed and the same calls give the same answers. */
export interface Dice {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** `items` must not be empty. */
  pick<T>(items: readonly T[]): T
}

/** A 32-bit number from words: FNV-1a with a final mix, so that words that differ in one letter land far apart. */
export function hashOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const word of words) {
    const text = String(word)
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A share from 0 to 1 (1 excluded) that belongs to these words. */
export function shareOf(...words: readonly (string | number)[]): number {
  return hashOf(...words) / 0x1_0000_0000
}

/** A row of throws that belongs to these words (mulberry32). */
export function diceFor(...words: readonly (string | number)[]): Dice {
  let state = hashOf(...words)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}

/** A version-4-shaped UUID that belongs to these words. */
export function uuidFor(...words: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(words.join('\u001f')).digest('hex')
  const variant = '89ab'[parseInt(digest[16] ?? '0', 16) & 3] ?? '8'
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
