import { hash } from 'node:crypto'
import { z } from 'zod'
import { isSameId, readText, type DateReading } from './field-values.ts'
import { openList, plainRecord, recordUnder } from './open-answer.ts'
import { isRecord, OpenBodyAnswer, recordIn, totalIn, type RawRecord } from './open-body.ts'
import { isCustomer, readCustomer } from './read-customer.ts'
import { renamed, without } from './record-fields.ts'
import type { AnswerBody } from './answer-body.ts'
import type { CustomerPage, RecognisePage, RemoteCounter, RemoteCustomer, RemoteUpload } from './service-client.ts'

/**
 * The service's records, read tolerantly and record by record: one that cannot be read never hides the others. Field names:
 * interface, part 2.
 */

/**
 * A number, or its digits as text. An unreadable counter must not count as 0: an upload would look complete or
 * without errors.
 */
function readCounter(value: unknown): RemoteCounter {
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 'unreadable'
}

const uploadNames: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'name',
  'enable_rego_lookups',
  'total_uploaded_customers',
  'total_processed_customers',
  'total_errors',
])

/**
 * `id`: that of the requested upload, for an answer that leaves it out. Null without any, and for another upload: its counters would
 * end this one.
 */
function readUpload(given: RawRecord | null, id: string | null): RemoteUpload | null {
  const raw = given && renamed(plainRecord(given), uploadNames)
  const ownId = raw && (readText(raw['id']) ?? id)
  if (!raw || !ownId || (id !== null && !isSameId(ownId, id))) return null
  return {
    id: ownId,
    createdAt: readText(raw['created_at']) ?? '',
    name: readText(raw['name']) ?? '',
    uploaded: readCounter(raw['total_uploaded_customers']),
    processed: readCounter(raw['total_processed_customers']),
    errors: readCounter(raw['total_errors']),
    other: Object.fromEntries(Object.entries(raw).filter(([name]) => !uploadNames.has(name))),
  }
}

/** An answer in which `read` finds its record; refused when it finds none. */
const answerWith = <T>(read: (body: unknown) => T | null) =>
  OpenBodyAnswer.transform((body, context) => {
    const found = read(body)
    if (found !== null) return found
    context.addIssue({ code: 'custom', message: 'The answer has no such record' })
    return z.NEVER
  })

/** `id`: of the requested record; null for a new one. */
export const uploadAnswer = (id: string | null = null) =>
  answerWith((body) => readUpload(recordIn(body, ['upload']), id))
export const customerAnswer = (id: string | null = null, dates: DateReading = 'as-written') =>
  answerWith((body) => readCustomer(recordIn(body, ['customer']), id, dates))

export const customersAnswer = (dates: DateReading) =>
  answerWith((body): CustomerPage | null => {
    const list = customersIn(body)
    if (!list) return null
    const customers: RemoteCustomer[] = []
    const unreadable: unknown[] = []
    for (const raw of list) {
      const customer = readCustomer(raw, null, dates)
      if (customer) customers.push(customer)
      else unreadable.push(raw)
    }
    const total = customersTotal(body)
    return { customers, unreadable, ...(total === null ? {} : { total }) }
  })

export const CustomersAnswer = customersAnswer('as-written')

/** How a page of the list is read: one that is recognised by the digest of its bytes is not parsed. */
export function recognisedOrRead(recognise: RecognisePage, answer: typeof CustomersAnswer) {
  let digest = ''
  let recognised: CustomerPage | null = null
  const success = (page: CustomerPage) => ({ success: true, data: { ...page, digest } }) as const
  return {
    recogniseBody(bytes: Uint8Array): AnswerBody | null {
      digest = hash('sha256', bytes)
      recognised = recognise(digest)
      return recognised && { kind: 'json', value: null }
    },
    answer: {
      safeParse(value: unknown) {
        if (recognised) return success(recognised)
        const parsed = answer.safeParse(value)
        return parsed.success ? success(parsed.data) : parsed
      },
    },
  }
}

/** The list in an answer. Some servers write an empty list, or one with gaps, as a map. */
function customersIn(body: unknown): readonly unknown[] | null {
  const map = isRecord(body) ? body['customers'] : null
  if (isRecord(map) && !('id' in map) && Object.values(map).every(isRecord)) return Object.values(map)
  const listed = openList(body, ['customers'], isCustomer)?.items
  if (listed) return listed
  // The last page of a list under another name has no customer to know it by.
  const lists = isRecord(body) ? Object.values(body).filter((value) => Array.isArray(value)) : []
  return lists.length === 1 && lists[0]?.length === 0 ? [] : null
}

const customersTotal = (body: unknown): number | null => totalIn(body, ['customers'])

const isWebhook = (record: RawRecord): boolean =>
  isRecord(record['webhook']) || 'endpoint' in record || 'events' in record
const webhookIn = (body: unknown): RawRecord | null =>
  recordUnder(body, ['webhook'], isWebhook) ?? recordIn(body, ['webhook'])

export const WebhookAnswer = answerWith(webhookIn)
/** The records of the list, and what else the service said. */
export const WebhooksAnswer = answerWith((body) => openList(body, ['webhooks'], isWebhook))
/** The interface shows a map of the changes (part 4). */
export const WebhookPatchAnswer = answerWith((body): { webhook: RawRecord; updates: unknown } | null => {
  // The changes have fields of a webhook, and are none.
  const webhook = webhookIn(isRecord(body) ? without(body, ['updates']) : body)
  const updates = isRecord(body) ? body['updates'] : undefined
  return webhook && { webhook: without(webhook, ['updates']), updates: updates ?? webhook['updates'] }
})

const isPing = (record: RawRecord): boolean =>
  Object.keys(renamed(record, pingNames)).some((name) => pingNames.has(name))
/** Fields that only a ping result has (interface, part 2). */
const pingNames: ReadonlySet<string> = new Set(['webhook_id', 'response_time_ms', 'response_status'])
export const PingAnswer = answerWith((body) => recordUnder(body, ['ping'], isPing))

/** Interface, part 5. A missing or unreadable lifetime counts as five minutes. */
export const TokenAnswer = z
  .looseObject({
    access_token: z.string().regex(/^[\x21-\x7e]+$/),
    expires_in: z.coerce.number().positive().catch(300),
  })
  .transform((token) => ({ accessToken: token.access_token, lifeSeconds: token.expires_in }))
