import { describe, it } from 'vitest'

/** `npm run test:long`, or `FORECOURT_LONG=1`. */
export const isLong = process.env['FORECOURT_LONG'] === '1'

/** How many cases a generated test has: the given number in an ordinary run; in a long run 20,000 for each 300. */
export const runs = (cases = 300): number => (isLong ? Math.round((cases * 20_000) / 300) : cases)

/** How often a program is killed: twice in an ordinary run. */
export const kills = (inLongRun: number): number => (isLong ? inLongRun : 2)

/** Cases that only a long run has. */
export const onlyLong = <const Cases extends readonly unknown[]>(...cases: Cases): readonly Cases[number][] =>
  isLong ? cases : []

/** A test that only a long run has. In an ordinary one it is not there, so nothing is reported as skipped. */
export const longTest: (title: string, test: () => Promise<void> | void, timeoutMs?: number) => void = isLong
  ? it
  : () => undefined

/** A group of tests that only a long run has. */
export const longDescribe: (title: string, tests: () => void) => void = isLong ? describe : () => undefined
