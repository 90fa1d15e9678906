import { createHash } from 'node:crypto'

/**
 * Random choices that depend only on a seed and labels: the same seed and calls give the same answers. Labels must not
 * change.
 */
export interface RandomSource {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** `items` must not be empty. */
  pick<T>(items: readonly T[]): T
}

/** A 32-bit hash of labels: FNV-1a with a final mix, so that similar labels have very different hashes. */
export function hashOf(...labels: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const label of labels) {
    const text = String(label)
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The fraction of these labels: at least 0, less than 1. */
export function fractionFor(...labels: readonly (string | number)[]): number {
  return hashOf(...labels) / 0x1_0000_0000
}

/** The random sequence of these labels (mulberry32). */
export function randomFor(...labels: readonly (string | number)[]): RandomSource {
  let state = hashOf(...labels)
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

/** The UUID of these labels, in the form of version 4. */
export function uuidFor(...labels: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(labels.join('\u001f')).digest('hex')
  const variant = '89ab'[parseInt(digest[16] ?? '0', 16) & 3] ?? '8'
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
