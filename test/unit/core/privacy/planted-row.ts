import type { Database } from '../../../../src/core/database/database.ts'

export interface Planted {
  readonly id: string
  readonly name: string
  readonly mobile: string
  readonly rego: string
  readonly vin: string
}

export const scope = { connectionId: 'connection-1', region: 'au' } as const
export const scopeColumns = { connection_id: scope.connectionId, region: scope.region }

export const plantedAt = '2026-11-20T00:00:00.000Z'

/** Writes a row into each table of a list, with the values that are given and a filler for the others. */
export function insert(
  database: Database,
  table: string,
  values: Record<string, string | number | Uint8Array | null>,
): void {
  const names = Object.keys(values)
  database.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(values),
  )
}
