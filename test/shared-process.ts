import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, vi } from 'vitest'
import { formatSettings } from '../src/renderer/ui/format-settings.ts'

/** What a file must leave as it was, because the next file runs in the same process. */
const stateOfProcess = () => ({
  env: { ...process.env },
  // Libraries mark with two lines that they are loaded.
  globals: Object.getOwnPropertyNames(globalThis)
    .filter((name) => !name.startsWith('__'))
    .toSorted(),
  folder: process.cwd(),
  exitCode: process.exitCode,
  fakeTimers: vi.isFakeTimers(),
})

// The one state that a module of the program has: the connection store of an earlier file sets it.
formatSettings.region = null
formatSettings.dateFormat = 'region'

const before = stateOfProcess()

afterAll(() => {
  vi.unstubAllGlobals()
  deepStrictEqual(stateOfProcess(), before, 'This file changed its process for the next one.')
})
