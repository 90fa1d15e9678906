import { z } from 'zod'

/** Regions of the service: Australia, New Zealand, Malaysia (interface, part 1). The code that is sent for Malaysia is set in the connection. */
export const Region = z.enum(['au', 'nz', 'my'])
export type Region = z.infer<typeof Region>

/** Short state codes, the only form that may be sent (interface, part 2). */
export const StateCode = z.enum(['NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'ACT'])
export type StateCode = z.infer<typeof StateCode>

/** Long names, for the screen only (interface, part 2). */
export const stateNames: Readonly<Record<StateCode, string>> = {
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
  ACT: 'Australian Capital Territory',
}
