import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import { readBody, reportsFailure, serviceWords, type AnswerBody } from './answer-body.ts'
import { refusedRecords } from './refused-records.ts'
import { callsLeftIn, type CallsLeft } from './calls-left.ts'
import { classifyFailure } from './classify-failure.ts'
import type { Answer, OwnedRecord, Product, ServiceFailure } from './service-client.ts'
import { faultFailure, statusFailure, unreadableAnswer } from './service-failures.ts'
import { requestedUntil, requestedWaitMs } from './wait-headers.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** The product whose licence the call needs; absent: none (a token). */
  readonly product?: Product
  /** The call is about one record. */
  readonly isOfRecord?: boolean
  readonly record?: OwnedRecord
  /** What the bytes of a success are taken for; null: they are parsed. */
  readonly recogniseBody?: (bytes: Uint8Array) => AnswerBody | null
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly body: AnswerBody
}

/** A failure with its code for the log. */
export interface CallFailure extends ServiceFailure {
  readonly code: string | null
}

export type CallAnswer =
  | { readonly ok: true; readonly value: HttpAnswer }
  | { readonly ok: false; readonly error: CallFailure }

/** The failure of a call that its caller cancelled. `sent`: whether the call had started. */
export function cancelledCall(sent: boolean): CallFailure {
  const failure = faultFailure({ faultClass: 'cancelled', certainty: sent ? 'unknown' : 'not-sent', code: null })
  return { ...failure, code: 'cancelled' }
}

/** Ends the wait of a cancelled call for something that others wait for too, and that goes on. `sent`: whether the call was made. */
export function orCancelled<T>(
  waiting: Promise<Answer<T>>,
  signal: AbortSignal | undefined,
  sent: boolean,
): Promise<Answer<T>> {
  if (!signal) return waiting
  return new Promise((resolve, reject) => {
    const cancel = (): void => resolve({ ok: false, error: cancelledCall(sent) })
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    void waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}

/** Why the timer of a call stops. Made once: an abort without a reason makes an exception with its stack each time. */
const callEnded = new Error('The call has ended')

/**
 * Makes one call and reads the whole answer within `timeoutMs`. Redirects are not followed, because the key would be
 * sent to the other address. Nothing is cached and no cookies are sent. Never throws.
 */
export async function callOnce(
  tools: { fetch: Fetch; clock: Clock; onCallsLeft?: (callsLeft: CallsLeft) => void },
  request: HttpRequest,
): Promise<CallAnswer> {
  if (request.signal?.aborted) return { ok: false, error: cancelledCall(false) }
  // Not `AbortSignal.any`: what it makes for each call stays until a collection.
  const stopped = new AbortController()
  const stop = (): void => stopped.abort(request.signal?.reason)
  request.signal?.addEventListener('abort', stop, { once: true })
  const ended = new AbortController()
  tools.clock.sleep(request.timeoutMs, ended.signal).then(
    () => stopped.abort(new DOMException('The call took too long', 'TimeoutError')),
    () => undefined,
  )
  let stage: 'calling' | 'answered' = 'calling'
  try {
    const response = await tools.fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: stopped.signal,
    })
    stage = 'answered'
    const callsLeft = callsLeftIn(response.headers, tools.clock.now())
    if (callsLeft) tools.onCallsLeft?.(callsLeft)
    const isSuccess = response.status >= 200 && response.status < 300
    const bytes = Buffer.from(await response.arrayBuffer())
    const body = (isSuccess ? request.recogniseBody?.(bytes) : null) ?? readBody(bytes.toString())
    if (isSuccess && !reportsFailure(body)) return { ok: true, value: { status: response.status, body } }
    const now = tools.clock.now()
    const asksToWait = response.status === 429 || response.status === 503
    const clean = withoutSecrets(request.headers)
    const { texts, line } = serviceWords(body, clean)
    const error = statusFailure({
      status: response.status,
      texts,
      words: line,
      isHtml: body.kind === 'html',
      refusedRecords: body.kind === 'json' || body.kind === 'text' ? refusedRecords(body, clean) : null,
      waitMs: asksToWait ? requestedWaitMs(response.headers, now) : null,
      until: asksToWait ? requestedUntil(response.headers, now) : null,
      product: request.product ?? null,
      isOfRecord: request.isOfRecord ?? false,
      record: request.record ?? null,
      now,
    })
    return { ok: false, error: { ...error, code: null } }
  } catch (error) {
    if (request.signal?.aborted) return { ok: false, error: cancelledCall(true) }
    const fault = classifyFailure(error, stage)
    return { ok: false, error: { ...faultFailure(fault), code: fault.code ?? fault.faultClass } }
  } finally {
    request.signal?.removeEventListener('abort', stop)
    ended.abort(callEnded)
  }
}

/**
 * Removes the request's secrets from a text: a service may quote them in its error message, which is shown to the
 * user.
 */
function withoutSecrets(headers: HttpRequest['headers']): (text: string) => string {
  const forms = secretsIn(headers)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '…'), text)
}

/** The key, the token, or the client id and secret, also as decoded from Base64. */
function secretsIn(headers: HttpRequest['headers']): string[] {
  const [scheme = '', sent = ''] = headers['Authorization']?.split(' ') ?? []
  const pair = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString() : ''
  const colon = pair.indexOf(':')
  return [headers['ApiKey'] ?? '', sent, pair, pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)].filter(Boolean)
}

/** Parses a successful answer. One that does not fit the schema is `unknown`, because a write may have taken effect. */
export function readAnswer<T>(
  answer: HttpAnswer,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
): Answer<T> {
  if (answer.body.kind === 'json') {
    const parsed = schema.safeParse(answer.body.value)
    if (parsed.success) return { ok: true, value: parsed.data }
  }
  return { ok: false, error: unreadableAnswer(answer.status, answer.body.kind === 'html') }
}
