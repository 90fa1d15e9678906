import { z } from 'zod'

/** Someone who makes calls on this PC. A retired person keeps their call history and is no longer offered. */
export const Person = z.object({ id: z.string(), name: z.string(), retired: z.boolean() })
export type Person = z.infer<typeof Person>

export const PeopleList = z.object({
  /** By name. */
  people: z.array(Person),
  /** Who is working now; null: nobody was picked. */
  currentId: z.string().nullable(),
  /** Each start of the program asks who is working. */
  askAtStart: z.boolean(),
})
export type PeopleList = z.infer<typeof PeopleList>

const personId = z.string().max(64)
const name = z.string().max(1_000)
const changed = { output: PeopleList } as const

/** The people who use this PC, the same for all connections. A change announces `people.changed`. */
export const people = {
  list: { input: z.object({}), output: PeopleList },
  /** Adds a person, who is working from now on. `invalid-input`: no name, too long, or in the list already. */
  add: { input: z.object({ name }), ...changed },
  rename: { input: z.object({ personId, name }), ...changed },
  /** A person who is retired while working is no longer picked. */
  setRetired: { input: z.object({ personId, retired: z.boolean() }), ...changed },
  pick: { input: z.object({ personId: personId.nullable() }), ...changed },
  setAskAtStart: { input: z.object({ ask: z.boolean() }), ...changed },
} as const
