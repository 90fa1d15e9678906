import type { ProgramClient } from '../bridge/program-client.ts'
import { uiText } from './ui-text.ts'
import { useCopy } from './useCopy.ts'
import type { Toasts } from './useToasts.ts'

/** Copies the report for support, and says so. */
export async function copyReport(client: Pick<ProgramClient, 'call'>, toasts: Toasts): Promise<void> {
  const answer = await client.call('app.report', {})
  if (answer.ok) await useCopy(toasts).copy(answer.value.content, uiText.report.copied)
  else toasts.failure(answer.error)
}
