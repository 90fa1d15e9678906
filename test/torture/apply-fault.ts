import type { Fault, Portal } from './faults.ts'
import type { HeldCall, ProxyAnswer } from './holding-proxy.ts'

export interface Network {
  /** Passes a call on to the service, and returns its answer. */
  passOn(call: HeldCall, body: Buffer): Promise<ProxyAnswer>
  /** `isCall`: a call that still takes effect. */
  schedule(afterMs: number, isCall: boolean, run: () => Promise<void>): void
}

/**
 * The header of an answer that makes the program's fetch fail with this error: a code, as of a failed TLS handshake, a system call and a
 * code, or an error of Electron.
 */
export const errorHeader = 'x-torture-error'
/** The same behind the status, while the body is read. */
export const bodyErrorHeader = 'x-torture-body-error'

/** Lets the network do this to a call. */
export async function applyFault(network: Network, call: HeldCall, fault: Fault): Promise<void> {
  const { schedule } = network
  const passNow = (body: Buffer): Promise<ProxyAnswer> => network.passOn(call, body)
  switch (fault.kind) {
    case 'none':
      return call.answer(await passNow(await call.readBody()))
    case 'slow': {
      const body = await call.readBody()
      schedule(fault.beforeMs, true, async () => {
        const answer = await passNow(body)
        if (fault.afterMs === 0) call.answer(answer)
        else schedule(fault.afterMs, false, async () => call.answer(answer))
      })
      return
    }
    case 'lost-before':
      await call.readBody()
      return call.drop()
    case 'cut-request':
      return call.drop()
    case 'lost-after':
      await passNow(await call.readBody())
      return call.drop()
    case 'cut-answer':
      return call.answer(await passNow(await call.readBody()), { cut: true })
    case 'stalled-answer': {
      const finish = call.begin(await passNow(await call.readBody()))
      return schedule(fault.afterMs, false, async () => finish())
    }
    case 'late': {
      const body = await call.readBody()
      call.drop()
      return schedule(fault.afterMs, true, async () => void (await passNow(body)))
    }
    case 'twice': {
      const body = await call.readBody()
      const first = await passNow(body)
      if (fault.answer === 'second') return call.answer(await passNow(body))
      schedule(fault.afterMs, true, async () => void (await passNow(body)))
      return call.answer(first)
    }
    case 'status': {
      const body = await call.readBody()
      if (fault.hasEffect) await passNow(body)
      return call.answer(
        fault.isPage
          ? page(fault.status, 'Bad Gateway', fault.headers)
          : json(fault.status, { success: false, error: true, message: 'Not now' }, fault.headers),
      )
    }
    case 'too-large': {
      const body = await call.readBody()
      return call.answer(isDivisible(call, body) ? page(413, 'Request Entity Too Large') : await passNow(body))
    }
    case 'rejected': {
      const body = await call.readBody()
      const refusal = json(400, { success: false, message: 'Not so many customers at once' })
      return call.answer(isDivisible(call, body) ? refusal : await passNow(body))
    }
    case 'portal':
      await call.readBody()
      return call.answer(portalAnswers[fault.portal])
    case 'network-gone': {
      const body = await call.readBody()
      if (fault.hasEffect) await passNow(body)
      return call.answer(json(200, {}, { [fault.inBody ? bodyErrorHeader : errorHeader]: fault.error }))
    }
    case 'not-found': {
      const body = await call.readBody()
      return call.answer(isOfCustomer.test(call.path) ? json(404, { message: 'Not Found' }) : await passNow(body))
    }
    case 'page-after':
      await passNow(await call.readBody())
      return call.answer(page(200, 'Maintenance'))
  }
}

const isOfCustomer = /^\/v2\/recapture\/customers\/[^/?]/

/** An upload with more than one row. */
function isDivisible(call: HeldCall, body: Buffer): boolean {
  if (call.method !== 'POST' || !call.path.startsWith('/v2/recapture/upload')) return false
  const { customers } = JSON.parse(body.toString()) as { readonly customers: readonly unknown[] }
  return customers.length > 1
}

function page(status: number, title: string, headers: Readonly<Record<string, string>> = {}): ProxyAnswer {
  const body = Buffer.from(`<!doctype html><html><body><h1>${title}</h1></body></html>`)
  return { status, headers: { ...headers, 'content-type': 'text/html' }, body }
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): ProxyAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  }
}

const failure = (code: string): ProxyAnswer => json(200, {}, { [errorHeader]: code })
const signIn = 'Sign in to the guest network'

const portalAnswers: Readonly<Record<Portal, ProxyAnswer>> = {
  page: page(200, signIn),
  redirect: page(302, signIn, { location: 'http://guest.example/sign-in' }),
  'sign-in-required-511': page(511, signIn),
  'forbidden-page': page(403, signIn),
  'not-found': json(404, { message: 'Not Found' }),
  'not-found-page': page(404, 'Not Found'),
  'foreign-certificate': failure('ERR_TLS_CERT_ALTNAME_INVALID'),
  'not-tls': failure('ERR_SSL_WRONG_VERSION_NUMBER'),
  'name-not-found': failure('ENOTFOUND'),
  'refused-connection': failure('ECONNREFUSED'),
}
