/** The options that every host has, for `parseArgs`. */
export const hostOptions = {
  'data-dir': { type: 'string' },
  practice: { type: 'boolean', default: false },
  'practice-speed': { type: 'string' },
  'practice-seed': { type: 'string' },
} as const

export interface HostOptions {
  /** As it was given; null: the default of this system. */
  readonly dataDir: string | null
  readonly practice: PracticeOptions
}

export interface PracticeOptions {
  /** Start with sample data, so that no account is needed. */
  readonly begin: boolean
  /** Customers that the practice service processes in a second; null: its own default. */
  readonly customersPerSecond: number | null
  /** The same seed gives the same sample data; null: random. */
  readonly seed: number | null
}

/** Option values as `parseArgs` returns them, strict or not. */
type OptionValues = Readonly<Record<string, string | boolean | undefined>>

/** Reads the shared options. Throws an `Error` whose message is a sentence for the user. */
export function readHostOptions(values: OptionValues): HostOptions {
  const dataDir = values['data-dir']
  return {
    dataDir: typeof dataDir === 'string' ? dataDir : null,
    practice: {
      begin: values['practice'] === true,
      customersPerSecond: readWholeNumber(values, 'practice-speed', 1, 1_000_000),
      seed: readWholeNumber(values, 'practice-seed', 0, 9_999_999),
    },
  }
}

/** A whole number within limits, or null when the option is not given. Throws a sentence for any other value. */
export function readWholeNumber(values: OptionValues, name: string, min: number, max: number): number | null {
  const text = values[name]
  if (text === undefined) return null
  const value = typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`--${name} must be a whole number from ${min} to ${max}.`)
}
