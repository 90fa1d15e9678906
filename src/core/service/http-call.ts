import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import { readBody, saysFailed, wordsOf, type AnswerBody } from './answer-body.ts'
import { classifyFailure } from './classify-failure.ts'
import { faultFailure, statusFailure, unreadableAnswer } from './failure-text.ts'
import type { Answer, Product, ServiceFailure } from './service-client.ts'
import { askedUntil, waitAskedMs } from './wait-headers.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Which licence the call needs; absent where none does (a token). */
  readonly product?: Product
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly body: AnswerBody
}

/** A failure with what the log should know of it. */
export interface CallFailure extends ServiceFailure {
  readonly code: string | null
}

export type CallAnswer =
  | { readonly ok: true; readonly value: HttpAnswer }
  | { readonly ok: false; readonly error: CallFailure }

/** Called off by the caller; `sent` tells whether the call had begun. */
export function calledOff(sent: boolean): CallFailure {
  const failure = faultFailure({ faultClass: 'cancelled', certainty: sent ? 'unknown' : 'not-sent', code: null })
  return { ...failure, code: 'cancelled' }
}

/**
 * One call, from its first byte to the last of its answer, within `timeoutMs`. No redirect is followed, since the key would go along
 * with it; nothing is cached, no cookie sent. Never throws.
 */
export async function callOnce(tools: { fetch: Fetch; clock: Clock }, request: HttpRequest): Promise<CallAnswer> {
  if (request.signal?.aborted) return { ok: false, error: calledOff(false) }
  const timeout = new AbortController()
  const ended = new AbortController()
  tools.clock.sleep(request.timeoutMs, ended.signal).then(
    () => timeout.abort(new DOMException('The call took too long', 'TimeoutError')),
    () => undefined,
  )
  try {
    const response = await tools.fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal,
    })
    const body = readBody(await response.text())
    if (response.status >= 200 && response.status < 300 && !saysFailed(body)) {
      return { ok: true, value: { status: response.status, body } }
    }
    const now = tools.clock.now()
    const asksToWait = response.status === 429 || response.status === 503
    const error = statusFailure({
      status: response.status,
      words: wordsOf(body, withoutSecrets(request.headers)),
      isHtml: body.kind === 'html',
      waitMs: asksToWait ? waitAskedMs(response.headers, now) : null,
      until: asksToWait ? askedUntil(response.headers, now) : null,
      product: request.product ?? null,
      now,
    })
    return { ok: false, error: { ...error, code: null } }
  } catch (error) {
    if (request.signal?.aborted) return { ok: false, error: calledOff(true) }
    const fault = classifyFailure(error)
    return { ok: false, error: { ...faultFailure(fault), code: fault.code ?? fault.faultClass } }
  } finally {
    ended.abort()
  }
}

/** A service may quote in its refusal what it was sent: its words go to the screen, the key does not. */
function withoutSecrets(headers: HttpRequest['headers']): (text: string) => string {
  const dresses = secretsIn(headers)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => dresses.reduce((clean, dress) => clean.replaceAll(dress, '…'), text)
}

/** The key, the token, or the client id and secret, which a service takes out of their Base64 form before it quotes them. */
function secretsIn(headers: HttpRequest['headers']): string[] {
  const [scheme = '', sent = ''] = headers['Authorization']?.split(' ') ?? []
  const pair = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString() : ''
  const colon = pair.indexOf(':')
  return [headers['ApiKey'] ?? '', sent, pair, pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)].filter(Boolean)
}

/** Reads a good answer by a schema; what does not fit is `unknown`, for a write may have taken effect. */
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
