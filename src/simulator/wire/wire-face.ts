import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Calls } from '../control/calls.ts'
import type { Fault, Faults } from '../control/faults.ts'
import type { ServiceSettings } from '../control/service-settings.ts'
import { refusalBody } from './refusal.ts'

export interface WireParts {
  readonly calls: Calls
  readonly faults: Faults
  readonly settings: ServiceSettings
  readonly nowMs: () => number
  /** The service itself, without faults. */
  readonly serve: (request: Request, env: HttpBindings) => Response | Promise<Response>
}

/** Wraps the service: counts each call and applies latency, outages and faults. */
export function createWireHandler(parts: WireParts): (request: Request, env: HttpBindings) => Promise<Response> {
  return async (request, env) => {
    const { pathname: path, search: query } = new URL(request.url)
    const method = request.method
    parts.calls.arrived(method, path)
    let status: number | null = null
    try {
      if (parts.settings.latencyMs > 0) await waitForDisconnect(env, parts.settings.latencyMs)
      if (parts.settings.serviceDown) {
        status = 503
        return Response.json(refusalBody('The service is down'), { status })
      }
      const fault = parts.faults.take(method, path)
      const early = fault ? await beforeEffect(fault, env, parts.nowMs) : null
      const answer = early ?? (await parts.serve(request, env))
      const late = fault && !early ? await afterEffect(fault, env, answer) : answer
      status = late === RESPONSE_ALREADY_SENT ? null : late.status
      return late
    } finally {
      parts.calls.ended({ method, path, query, status })
    }
  }
}

/** Resolves when the caller disconnects, or after `ms`. */
function waitForDisconnect(env: HttpBindings, ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    const { socket } = env.incoming
    const timer = ms === null ? undefined : setTimeout(end, ms)
    socket.once('close', end)
    function end(): void {
      clearTimeout(timer)
      socket.off('close', end)
      resolve()
    }
    if (socket.destroyed) end()
  })
}

async function beforeEffect(fault: Fault, env: HttpBindings, nowMs: () => number): Promise<Response | null> {
  switch (fault.kind) {
    case 'drop':
      return fault.after === 'before' ? broken(env) : null
    case 'status': {
      const headers = fault.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(fault.retryAfterSeconds) }
      return Response.json(refusalBody(fault.message ?? 'The service could not answer'), {
        status: fault.status,
        headers,
      })
    }
    case 'rate-limit': {
      const reset = Math.ceil(nowMs() / 1_000) + fault.resetInSeconds
      return Response.json(refusalBody('Rate limit exceeded'), {
        status: 429,
        headers: {
          'Rate-Limit-Remaining': '0',
          'Rate-Limit-Total': '100',
          'Rate-Limit-Reset': String(reset),
          ...(fault.retryAfter === true ? { 'Retry-After': String(fault.resetInSeconds) } : {}),
        },
      })
    }
    case 'hang':
      await waitForDisconnect(env, null)
      return broken(env)
    case 'hold':
      if (fault.after === 'before') {
        fault.arrived()
        await Promise.race([fault.released, waitForDisconnect(env, null)])
        if (env.incoming.socket.destroyed) return broken(env)
      }
      return null
    case 'cut':
    case 'garbage':
      return null
  }
}

async function afterEffect(fault: Fault, env: HttpBindings, answer: Response): Promise<Response> {
  switch (fault.kind) {
    case 'drop':
      return broken(env)
    case 'cut':
      return cut(env, answer, fault.afterBytes)
    case 'garbage':
      return new Response('<html><body>Please sign in to the guest network</body></html>', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'hold':
      if (fault.after === 'effect') {
        fault.arrived()
        await Promise.race([fault.released, waitForDisconnect(env, null)])
      }
      return answer
    case 'status':
    case 'rate-limit':
    case 'hang':
      return answer
  }
}

function broken(env: HttpBindings): Response {
  env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

async function cut(env: HttpBindings, answer: Response, afterBytes: number): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer())
  const { outgoing } = env
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'content-length': String(body.length),
  })
  await new Promise<void>((resolve) => {
    outgoing.write(body.subarray(0, afterBytes), () => resolve())
  })
  return broken(env)
}
