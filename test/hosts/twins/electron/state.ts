import type * as Electron from 'electron'

/** The members of a part of Electron that the main bundle uses; others are missing, and their use fails the test. */
export type Part<T> = { readonly [K in keyof T]?: unknown }

/** The system that Electron runs on, as far as its members differ. Node's own `process.platform` stays that of this PC. */
export const system = process.env.TWIN_SYSTEM ?? 'linux'

/** What the probes set and read in the twin. */
export const state = {
  isReady: false,
  becomeReady: (): void => undefined,
  windowOpened: (): void => undefined,
  exitCode: null as number | null,
  nextChoice: null as string | null,
  nextAnswer: 0,
  checksBox: false,
  /** Until when the user leaves a question open. */
  answering: Promise.resolve(),
  /** Whether the documents are on a drive that cannot be reached. */
  hasDocuments: process.env.TWIN_NO_DOCUMENTS !== '1',
  /** Schemes for which the system has no program. */
  schemesWithoutProgram: [] as readonly string[],
  /** Whether the system fails to start a program. */
  systemFails: false,
  onDownload: null as null | ((event: unknown, item: unknown) => void),
  onActivation: (): void => undefined,
}

export const ready = new Promise<void>((resolve) => {
  state.becomeReady = () => {
    state.isReady = true
    resolve()
  }
})

export const transcript: string[] = []
export const note = (what: string): void => void transcript.push(what)
/** Paths of the modules that were loaded. */
export const loaded: string[] = []

export const relaunches: Electron.RelaunchOptions[] = []

/** Throws unless all names are known: Electron ignores what it does not know, and a test would not show it. */
export function onlyKnown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new TypeError(`Electron ignores ${unknown.join(', ')} of ${what}`)
}

export function mustBe(type: 'string' | 'number' | 'boolean' | 'function', what: string, value: unknown): void {
  if (typeof value !== type) throw new TypeError(`${what} must be a ${type}`)
}

/** What Electron sends to a page or gets from it: only what can be cloned crosses. */
export function cross<T>(value: T): T {
  try {
    return structuredClone(value)
  } catch {
    throw new Error('An object could not be cloned.')
  }
}
