import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { SourceFacts } from './model/draft-source.ts'

/** Where a draft's file was read from, and what the disk said about it then. */
export type SourceOrigin = NonNullable<SourceFacts['origin']>

/**
 * How a file on the disk compares with the one that was read. `touched`: it was saved again with the same content.
 * `unreadable`: it was moved or deleted, or another program locks it.
 */
export type SourceComparison =
  | { readonly state: 'same' | 'unreadable' }
  | { readonly state: 'touched' | 'changed'; readonly origin: SourceOrigin }

/** Null: the file is not there. */
export async function originOf(path: string): Promise<SourceOrigin | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { path, sizeBytes: size, modifiedMs: mtimeMs }
  } catch (error) {
    if (isOfSystem(error)) return null
    throw error
  }
}

/** Reads the file only when its size or time differ. */
export async function compareSource(origin: SourceOrigin, sha256: string): Promise<SourceComparison> {
  const found = await originOf(origin.path)
  if (!found) return { state: 'unreadable' }
  if (found.sizeBytes === origin.sizeBytes && found.modifiedMs === origin.modifiedMs) return { state: 'same' }
  if (found.sizeBytes !== origin.sizeBytes) return { state: 'changed', origin: found }
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(origin.path)) hash.update(piece as Buffer)
  } catch (error) {
    if (isOfSystem(error)) return { state: 'unreadable' }
    throw error
  }
  return { state: hash.digest('hex') === sha256 ? 'touched' : 'changed', origin: found }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error
