import { seededNumbers } from '../service/seeded-numbers.ts'

/** Numbers of a round, all from its seed. */
export interface Draws {
  /** 0 to 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
}

export function createDraws(seed: number): Draws {
  const next = seededNumbers(seed)
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  }
}
