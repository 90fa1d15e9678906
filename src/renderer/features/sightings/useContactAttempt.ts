import { ref, type Ref } from 'vue'
import type { ConnectionRegion } from '../../../contract/connection-region.ts'
import type { ContactChannel } from '../../../contract/contact-attempt.ts'
import type { Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { OpenLink } from '../../ui/useOpenLink.ts'

export interface AttemptInput {
  readonly customerId: string
  /** Absent: the connection in use. */
  readonly source?: ConnectionRegion
  readonly channel: ContactChannel
  readonly template: string | null
  readonly reason: string
  readonly url: string
  /** What is offered to copy when this PC has no program for the link. */
  readonly shown: string
}

export interface ContactAttempts {
  readonly running: Readonly<Ref<boolean>>
  /** Logs the attempt and opens its link. The value says whether something was opened; if not, the attempt is removed again. */
  start(input: AttemptInput): Promise<Result<boolean> | null>
}

/** Attempts to reach a customer with another program. Logged first: the program refuses them for a Do Not Contact person. */
export function useContactAttempt(client: Pick<ProgramClient, 'call'>, openLink: OpenLink): ContactAttempts {
  const running = ref(false)

  async function attempt({ url, shown, ...logged }: AttemptInput): Promise<Result<boolean>> {
    const attemptId = crypto.randomUUID()
    const answer = await client.call('sightings.logAttempt', { ...logged, attemptId })
    if (!answer.ok) return answer
    const isOpened = await openLink(url, shown)
    if (isOpened) return { ok: true, value: true }
    const removed = await client.call('sightings.removeAttempt', {
      attemptId,
      ...(logged.source && { source: logged.source }),
    })
    return removed.ok ? { ok: true, value: false } : removed
  }

  return {
    running,
    async start(input) {
      // A second press of the button must not log a second attempt.
      if (running.value) return null
      running.value = true
      try {
        return await attempt(input)
      } finally {
        running.value = false
      }
    },
  }
}
