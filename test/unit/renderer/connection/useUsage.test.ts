import { expect, it } from 'vitest'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import type { ConnectionState } from '../../../../src/contract/connections.ts'
import { useFewCalls } from '../../../../src/renderer/connection/useUsage.ts'
import { withinScope } from '../within-scope.ts'

const connection = { id: 'c1', advanced: { firstBatchSize: 500, pageSize: 200 } } as ConnectionState['current']

it('warns only when the service accepts fewer calls than the records need', async () => {
  const twin = createProgramClientTwin()
  const fewCalls = withinScope(() => useFewCalls(() => connection), twin)
  expect(fewCalls('edit', 1_000)).toBeNull()
  const usage = twin.next('connections.usage')
  expect(usage.input).toEqual({ id: 'c1' })
  const callsLeft = { remaining: 40, limit: 1_000, until: null }
  await usage.succeed({ month: '2026-11', lookups: 0, uploads: 0, callsLeft })
  expect(fewCalls('edit', 20)).toBeNull()
  expect(fewCalls('edit', 21)).toMatch(/^The service accepts only 40 more calls\. This change needs about 42/)
  expect(fewCalls('deletion', 40)).toBeNull()
  expect(fewCalls('deletion', 41)).toMatch(/This deletion needs about 41/)
})
