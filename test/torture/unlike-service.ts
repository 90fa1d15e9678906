import { createHash } from 'node:crypto'
import type { Draws } from './draws.ts'
import type { ProxyAnswer } from './holding-proxy.ts'

/** How the service of a round saves references and counts uploads, where it is unlike the interface. */
export interface UnlikeService {
  /** Null: it gives them back as they were sent. */
  readonly references: 'dropped' | 'cut' | 'upper-case' | 'nested' | null
  /** Null: they are true. */
  readonly counters: 'one short' | 'zero' | 'too many' | 'jumping' | null
  /** Until then the counters are wrong (ms since the start of the round). */
  readonly countersUntilMs: number
}

/** Drawn apart from everything else, so that a round without it stays as it was. */
export function planUnlikeService(draws: Draws): UnlikeService {
  return {
    references: draws.chance(0.3) ? draws.pick(['dropped', 'dropped', 'cut', 'upper-case', 'nested']) : null,
    counters: draws.chance(0.3) ? draws.pick(['one short', 'zero', 'too many', 'jumping']) : null,
    countersUntilMs: draws.pick([120_000, 900_000, 2 * 3_600_000]),
  }
}

export const likeService: UnlikeService = { references: null, counters: null, countersUntilMs: 0 }

/** Whether the program cannot know a row by its reference. */
export const hidesReferences = ({ references }: UnlikeService): boolean =>
  references === 'dropped' || references === 'cut'

type Fields = Readonly<Record<string, unknown>>

interface Counted {
  readonly total_uploaded_customers: number
  readonly total_processed_customers: number
}

/** Changes the answers of the service. `nowMs`: ms since the start of the round. */
export function createUnlikeAnswers(
  seed: number,
  plan: UnlikeService,
  nowMs: () => number,
): (path: string, answer: ProxyAnswer) => ProxyAnswer {
  let counted = 0
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(change)
    const changed = Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === 'additional_fields' && plan.references ? savedFields[plan.references](each as Fields) : change(each),
      ]),
    )
    const isCounted = 'total_uploaded_customers' in changed && nowMs() < plan.countersUntilMs
    if (!isCounted || plan.counters === null) return changed
    counted += 1
    const share = createHash('sha256').update(`${seed} ${counted}`).digest().readUInt32BE(0) / 4_294_967_296
    return { ...changed, ...counters[plan.counters](changed as unknown as Counted, share) }
  }
  return (path, answer) =>
    answer.status >= 300 || !path.startsWith('/v2/recapture/')
      ? answer
      : { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString())))) }
}

const savedFields: Readonly<Record<NonNullable<UnlikeService['references']>, (fields: Fields) => Fields>> = {
  dropped: ({ forecourt_ref: _reference, ...fields }) => fields,
  cut: (fields) => changeReference(fields, (reference) => reference.slice(0, -1)),
  'upper-case': (fields) => changeReference(fields, (reference) => ` ${reference.toUpperCase()}`),
  nested: (fields) => ({ custom: [fields] }),
}

const changeReference = (fields: Fields, change: (reference: string) => string): Fields =>
  typeof fields['forecourt_ref'] === 'string' ? { ...fields, forecourt_ref: change(fields['forecourt_ref']) } : fields

const counters: Readonly<
  Record<NonNullable<UnlikeService['counters']>, (of: Counted, share: number) => Partial<Counted>>
> = {
  'one short': ({ total_uploaded_customers: uploaded, total_processed_customers: processed }) => ({
    total_processed_customers: Math.min(processed, uploaded - 1),
  }),
  zero: () => ({ total_uploaded_customers: 0, total_processed_customers: 0 }),
  'too many': ({ total_uploaded_customers: uploaded, total_processed_customers: processed }) => ({
    total_uploaded_customers: uploaded + 7,
    total_processed_customers: processed + 7,
  }),
  jumping: ({ total_uploaded_customers: uploaded }, share) => ({
    total_processed_customers: Math.round(uploaded * share),
  }),
}
