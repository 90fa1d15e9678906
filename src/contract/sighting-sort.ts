import { z } from 'zod'

/** The order of the call list. `sightingSorts` below explains each. */
export const SightingSort = z.enum(['suggested', 'due', 'newest', 'price-position', 'best-chance'])
export type SightingSort = z.infer<typeof SightingSort>

export interface SortDefinition {
  readonly key: SightingSort
  readonly label: string
  /** Shown as help, and what `core/sightings/call-order.ts` computes. */
  readonly definition: string
}

/** In the order of the menu. */
export const sightingSorts: readonly SortDefinition[] = [
  {
    key: 'suggested',
    label: 'Suggested',
    definition: 'Planned calls by their date and time, all others by when the car was last seen, the newest first.',
  },
  {
    key: 'due',
    label: 'Due first',
    definition: 'By the date and time of the next action. Cars without one follow, the newest first.',
  },
  { key: 'newest', label: 'Newest', definition: 'The car that was listed last is first.' },
  {
    key: 'price-position',
    label: 'Price position',
    definition:
      'Asking price as a share of the market price from your comparison, the lowest first. Cars that were not compared follow, the newest first.',
  },
  {
    key: 'best-chance',
    label: 'Best chance',
    definition:
      'Up to 100 points: 30 if seen today, one less for each day since; 30 if asked at or below the market price, falling to 0 at 30% above, 15 if not compared; 4 for each year owned, up to 20; 20 if the owner was reached before. Closed cars have none.',
  },
]
