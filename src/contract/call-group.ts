import { z } from 'zod'

/**
 * The groups of the call list, in their order. Each car is in one: `today` is due today, `new` and `price-drops` since the last visit
 * without a call since, `open` is any other call without a date, `later` is planned, and `done` has a final outcome or is Do Not Contact.
 */
export const CallGroup = z.enum(['overdue', 'today', 'new', 'price-drops', 'open', 'later', 'done'])
export type CallGroup = z.infer<typeof CallGroup>

/** The calls to make now. */
export const groupsToCall: readonly CallGroup[] = ['overdue', 'today', 'new', 'price-drops', 'open']

/** How many cars a list has in each group. */
export const GroupCounts = z.record(CallGroup, z.number().int())
export type GroupCounts = z.infer<typeof GroupCounts>

export const noGroupCounts = (): GroupCounts => ({
  overdue: 0,
  today: 0,
  new: 0,
  'price-drops': 0,
  open: 0,
  later: 0,
  done: 0,
})

export const countOf = (counts: GroupCounts, groups: readonly CallGroup[] = CallGroup.options): number =>
  groups.reduce((sum, group) => sum + counts[group], 0)
