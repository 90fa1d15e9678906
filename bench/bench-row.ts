import type { Figures } from './measurement.ts'

/** The size of a run: the sizes of the limits, or smaller ones for a quick check. */
export interface Extent {
  readonly size: 'quick' | 'usual' | 'full'
  readonly repeats: number
  /** For the files that are created once for all rows. */
  readonly folder: string
}

export type Unit = 'x' | 'ms' | 's' | 'MiB' | 'KB' | 'fps' | '%' | 'blocks' | 'bytes' | 'steps' | 'MB'

/** One line of the report: a figure with its limit. */
export interface Outcome {
  /** The key for `--only`, shared by the lines of one set of measurements. */
  readonly key: string
  readonly name: string
  /** What it was measured against; empty when there is no baseline. */
  readonly baseline: string
  readonly unit: Unit
  /** One for each repetition. */
  readonly samples: readonly number[]
  readonly peakMiB: number | null
  /** Null: another program, for comparison. */
  readonly limit: Limit | null
}

export interface Limit {
  readonly at: 'most' | 'least'
  readonly value: number
}

export interface BenchRow {
  readonly key: string
  readonly about: string
  measure(extent: Extent): Promise<Outcome[]>
}

export type Sample = Figures & { readonly peakMiB: number }

/** Runs baseline and measurement alternately, so that other work on the machine affects both. */
export async function alternate<Measured = Sample>(
  repeats: number,
  baseline: () => Promise<Measured>,
  measurement: () => Promise<Measured>,
): Promise<{ readonly bare: Measured[]; readonly ours: Measured[] }> {
  const bare: Measured[] = []
  const ours: Measured[] = []
  for (let round = 0; round < repeats; round += 1) {
    bare.push(await baseline())
    ours.push(await measurement())
  }
  return { bare, ours }
}

export async function repeat(repeats: number, measurement: () => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let round = 0; round < repeats; round += 1) samples.push(await measurement())
  return samples
}

export const figureOf = (samples: readonly Sample[], figure: string): number[] =>
  samples.map((sample) => {
    const value = sample[figure]
    if (value === undefined) throw new Error(`A measurement gave no ${figure}`)
    return value
  })

export const peak = (samples: readonly Sample[]): number => Math.max(...figureOf(samples, 'peakMiB'))

export const most = (value: number): Limit => ({ at: 'most', value })

/** A number of rows as text. */
export const count = (rows: number): string => rows.toLocaleString('en-AU')
