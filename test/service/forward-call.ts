import { request, type IncomingHttpHeaders } from 'node:http'

export interface ForwardedCall {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface ForwardedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends a call on to `target`, and reads its whole answer. Rejects when the target cannot be reached. */
export function forwardCall(target: string, call: ForwardedCall, body: Buffer): Promise<ForwardedAnswer> {
  const { hostname, port } = new URL(target)
  return new Promise((resolve, reject) => {
    const onward = request(
      {
        hostname,
        port,
        method: call.method,
        path: call.path,
        headers: { ...call.headers, host: `${hostname}:${port}` },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
        )
        answer.on('error', reject)
      },
    )
    onward.on('error', reject)
    onward.end(body)
  })
}
