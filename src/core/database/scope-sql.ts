/** The columns that nearly every table begins with. */
export interface ScopeColumns {
  readonly connectionId: string
  readonly region: string
}

/** Condition for the rows of one connection and region. Its parameters are `scopeParams(scope)`. */
export const inScope = 'connection_id = ? AND region = ?'

export function scopeParams({ connectionId, region }: ScopeColumns): [connectionId: string, region: string] {
  return [connectionId, region]
}

/** A key for maps. It is also stored with the goals of calls. */
export function scopeKey({ connectionId, region }: ScopeColumns): string {
  return `${region} ${connectionId}`
}
