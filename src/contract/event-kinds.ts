import { z } from 'zod'

export interface EventKind {
  readonly name: string
  /** Other names under which the interface gives it. */
  readonly otherNames?: readonly string[]
  readonly label: string
  readonly meaning: string
  /** Whether the service sends it today (interface, part 6). */
  readonly sent: 'today' | 'not-yet' | 'if-configured'
  /** Ping cannot be subscribed to. */
  readonly canSubscribe: boolean
}

/** Events by the names of the interface, part 6. */
export const eventKinds: readonly EventKind[] = [
  {
    name: 'recapture_new',
    label: 'New sighting',
    meaning: 'A past customer’s car is listed on a used-car site.',
    sent: 'today',
    canSubscribe: true,
  },
  {
    name: 'recapture_price_change',
    otherNames: ['price_change'],
    label: 'Price change',
    meaning: 'The asking price of a listed car has changed.',
    sent: 'today',
    canSubscribe: true,
  },
  {
    name: 'recapture_delist',
    label: 'Listing removed',
    meaning: 'The listing of a car was removed: sold or withdrawn.',
    sent: 'not-yet',
    canSubscribe: true,
  },
  {
    name: 'valuation_change',
    label: 'Valuation change',
    meaning: 'An earlier price prediction has changed by more than your threshold.',
    sent: 'if-configured',
    canSubscribe: true,
  },
  {
    name: 'ping',
    label: 'Ping',
    meaning: 'A connection test, sent only when you ask for it.',
    sent: 'today',
    canSubscribe: false,
  },
]

export const WebhookRegion = z.enum(['au', 'nz'])
export type WebhookRegion = z.infer<typeof WebhookRegion>
