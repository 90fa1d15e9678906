import type { MethodInput } from '../../contract/methods.ts'
import { type Result, success } from '../../contract/result.ts'
import { useClient } from '../bridge/program-client.ts'
import { useAction } from '../bridge/useAction.ts'
import { useOpenLink } from '../ui/useOpenLink.ts'

interface Attempt extends Omit<MethodInput<'sightings.logAttempt'>, 'attemptId'> {
  readonly url: string
  /** What is offered to copy when this PC has no program for the link. */
  readonly shown: string
}

/**
 * Attempts to reach a customer with another program. Each is logged, then its link is opened. The answer says whether something was opened;
 * if not, the attempt is removed again. Logged first: the program refuses them for a Do Not Contact person.
 */
export function useContactAttempt() {
  const client = useClient()
  const openLink = useOpenLink()
  async function attempt({ url, shown, ...logged }: Attempt): Promise<Result<boolean>> {
    const attemptId = crypto.randomUUID()
    const answer = await client.call('sightings.logAttempt', { ...logged, attemptId })
    if (!answer.ok) return answer
    if (await openLink(url, shown)) return success(true)
    const removed = await client.call('sightings.removeAttempt', {
      attemptId,
      ...(logged.source && { source: logged.source }),
    })
    return removed.ok ? success(false) : removed
  }
  return useAction(attempt, { failed: 'shown' })
}
