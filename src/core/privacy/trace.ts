import type { PersonPlace } from '../../contract/privacy-places.ts'
import type { Region } from '../../contract/region.ts'
import type { PersonFields, PersonKey } from './person-keys.ts'

/** Something that is stored about one person. */
export interface Trace {
  readonly place: PersonPlace
  readonly connectionId: string
  readonly region: Region
  readonly keys: readonly PersonKey[]
  /** Those of fields that are the person's for sure; other keys are of cells that may be anything. Absent: none. */
  readonly sure?: readonly PersonKey[]
  /** What can be shown of it; null: only its keys are known. */
  readonly shown: PersonFields | null
  /** All of it in readable form, for the person's own copy. */
  readonly content: unknown
  /** Of a row that is being uploaded: it can be withdrawn (`planned`), or has to arrive first (`sent`). */
  readonly sending?: 'planned' | 'sent'
}

export type OnTrace = (trace: Trace) => void

export interface Scoped {
  readonly connection_id: string
  readonly region: Region
}

export const scopeOf = ({ connection_id: connectionId, region }: Scoped): Pick<Trace, 'connectionId' | 'region'> => ({
  connectionId,
  region,
})
