import type { Failure } from '../../../contract/result.ts'

/** All sentences about the sync with the team that core writes, beside those about its database. */
export const syncMessages = {
  damaged: {
    kind: 'rejected',
    message: 'Entries of one PC of the team are missing or damaged in the database.',
    next: 'Ask the administrator of the database. Everything else is synced.',
  },
  noProgress: {
    kind: 'service-down',
    message: 'The team’s database keeps giving contradictory answers, so nothing new can be synced.',
    next: 'Forecourt tries again by itself. If this continues, ask the administrator of the database.',
  },
  unexpected: {
    kind: 'unexpected',
    message: 'The team’s entries couldn’t be saved on this PC.',
    next: 'Forecourt tries again automatically.',
  },
} as const satisfies Readonly<Record<string, Failure>>
