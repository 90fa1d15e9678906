import { fail } from '../failures/failure-error.ts'
import { errorFields, type Log } from '../ports/log.ts'
import { createQueue } from '../scheduling/queue.ts'
import type { InspectorSettings } from './inspector-settings.ts'
import { startReceiver, type PostedTo, type Receiver, type ReceiverLimits } from './receiver.ts'
import { webhookMessages } from './webhook-messages.ts'

export interface InspectorReceiverParts {
  readonly log: Log
  /** No receiver starts after this has aborted. */
  readonly ended: AbortSignal
  readonly limits: ReceiverLimits
  readonly settings: {
    current(): InspectorSettings
    change(change: Partial<InspectorSettings>): void
  }
  onBody(to: PostedTo, body: Buffer): Promise<'saved' | 'unknown-address'>
  onChanged(): void
}

const messages = webhookMessages.inspector

/** The receiver of the inspector while it runs, and what it counted since its start. */
export function createInspectorReceiver(parts: InspectorReceiverParts) {
  const { log, ended, settings, onChanged } = parts
  let receiver: Receiver | null = null
  let received = 0
  let refused = 0
  let problem: string | null = null
  /** Starts and stops run one after the other. */
  const enqueue = createQueue()

  const receiveAt = (port: number): Promise<Receiver> =>
    startReceiver({
      token: settings.current().token,
      port,
      limits: parts.limits,
      onBody: parts.onBody,
      onRefused() {
        refused += 1
        onChanged()
      },
      onFailed(error) {
        log.write('error', 'inspector.failed', errorFields(error))
        receiver = null
        problem = messages.portLost
        onChanged()
      },
    })

  const open = async (port: number | null): Promise<Receiver> => {
    const lastPort = settings.current().port
    if (port === null && lastPort !== null) {
      const again = await tryToReceive(() => receiveAt(lastPort))
      if (again) return again
    }
    return (
      (await tryToReceive(() => receiveAt(port ?? 0))) ??
      fail('conflict', messages.portInUse(port ?? 0), { next: messages.otherPort })
    )
  }

  return {
    /** Null while it does not run. */
    port: (): number | null => receiver?.port ?? null,
    counts: (): { readonly received: number; readonly refused: number } => ({ received, refused }),
    /** Why it does not run; null: it runs, or was stopped by the user. */
    problem: (): string | null => problem,
    countReceived(events: number): void {
      received += events
      onChanged()
    },
    setProblem(text: string): void {
      problem = text
      onChanged()
    },
    /** Starts on this port, or on the last or any free one. Throws `conflict` when the port is in use. */
    start: (port: number | null): Promise<void> =>
      enqueue(async () => {
        if (ended.aborted || (receiver && (port === null || port === receiver.port))) return
        const opened = await open(port)
        await receiver?.close()
        receiver = opened
        received = 0
        refused = 0
        problem = null
        settings.change({ port: opened.port })
        log.write('info', 'inspector.started', { port: opened.port })
        onChanged()
      }),
    stop: (): Promise<void> =>
      enqueue(async () => {
        const stopping = receiver
        receiver = null
        problem = null
        await stopping?.close()
        if (stopping) onChanged()
      }),
  }
}

/** Null when the port is in use, or reserved by the system. */
async function tryToReceive(receive: () => Promise<Receiver>): Promise<Receiver | null> {
  try {
    return await receive()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') return null
    throw error
  }
}
