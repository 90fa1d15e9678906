import { z } from 'zod'
import { StateCode } from './region.ts'

export const Preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** On the desktop, when the window is closed while an upload runs: ask, go on in the tray, or stop until the next start. */
  whenClosing: z.enum(['ask', 'background', 'quit']),
  /** How close together the rows of the grids are. */
  density: z.enum(['compact', 'comfortable']),
  /** How dates are shown. `region`: as the region of the connection in use writes them. */
  dateFormat: z.enum(['region', 'dd/mm/yyyy', 'd mmm yyyy', 'yyyy-mm-dd']),
  /** Of regos without a state: in new imports, and in look-ups until another one is selected. Null: none. */
  defaultState: StateCode.nullable(),
  /** Null: the tour was never offered. `offered` and `later`: it is shown over practice data. `ended`: only when the user asks. */
  tour: z.enum(['offered', 'later', 'ended']).nullable(),
  /** The step at which the tour continues, from 0. */
  tourStep: z.number().int().min(0).max(9),
  /** The last version whose changes a notice has named; null: none, because the data is older than these notices. */
  noticedVersion: z.string().max(40).nullable(),
  /** The last version whose changes the user has opened. */
  readVersion: z.string().max(40).nullable(),
})
export type Preferences = z.infer<typeof Preferences>

/** Until the user chooses otherwise. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  whenClosing: 'ask',
  density: 'compact',
  dateFormat: 'region',
  defaultState: null,
  tour: null,
  tourStep: 0,
  noticedVersion: null,
  readVersion: null,
}
