import type { Failure } from '../../../src/contract/result.ts'
import type { DataFolderProgram } from './data-folder-program.ts'

/**
 * Reads one area of a data folder through the contract, and gives it plain names that do not depend on the contract.
 * Sentences are left out, so that the `expected.json` of a fixture stays valid when texts are rewritten. When a field
 * of the contract is renamed, change the reader and never `expected.json`.
 */
export type Reader = (program: DataFolderProgram) => Promise<unknown>

export const readFailure = (failure: Failure | null): unknown =>
  failure && { kind: failure.kind, hasMessage: failure.message !== '', hasNext: (failure.next ?? '') !== '' }

/** Leaves out empty values, so that `expected.json` stays readable. */
export function omitEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown): boolean =>
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}
