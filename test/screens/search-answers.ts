import { success } from '../../src/contract/result.ts'
import { sampleReading } from '../unit/renderer/features/lookup/sample-lookup.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'

/** What Search (Ctrl+K) asks while the user types: nothing is found, and a text is read as keywords. */
export function answerSearch(host: HostTwin): void {
  host.answer('customers.suggest', () => success({ total: 0, customers: [] }))
  host.answer('uploads.search', () => success({ found: [], next: null }))
  host.answer('lookup.interpret', ({ text }) =>
    success(sampleReading({ kind: 'text', query: text.trim(), others: [] })),
  )
  host.answer('updates.status', () => success({ state: 'off' }))
}
