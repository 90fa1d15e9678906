import { type EventKind, eventKinds } from '../../../contract/event-kinds.ts'

/** What the interface says about an event; null for a name that it does not have. */
export const kindOf = (name: string): EventKind | null =>
  eventKinds.find((kind) => kind.name === name || kind.otherNames?.includes(name)) ?? null

/** Whether two names mean the same event. */
export const isSameEvent = (one: string, other: string): boolean =>
  one === other || (kindOf(one) !== null && kindOf(one) === kindOf(other))

/** An event that can be selected, by the name that the webhook uses for it, else by that of the interface. */
export interface EventChoice {
  readonly name: string
  readonly kind: EventKind | null
}

/** Every event of the interface, then others that the webhook has: an unknown event is never dropped without the user. */
export function eventChoices(subscribed: readonly string[]): readonly EventChoice[] {
  const known = eventKinds
    .filter(({ canSubscribe }) => canSubscribe)
    .map((kind): EventChoice => ({ name: subscribed.find((name) => kindOf(name) === kind) ?? kind.name, kind }))
  const others = subscribed
    .filter((name) => !known.some((choice) => isSameEvent(choice.name, name)))
    .map((name): EventChoice => ({ name, kind: kindOf(name) }))
  return [...known, ...others]
}
