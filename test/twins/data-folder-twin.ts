import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for one test, deleted afterwards. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
