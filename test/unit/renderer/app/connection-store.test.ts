import { expect, test } from 'vitest'
import type { Connection } from '../../../../src/contract/connections.ts'
import { success } from '../../../../src/contract/result.ts'
import { useConnectionStore } from '../../../../src/renderer/app/connection-store.ts'
import { createProgramClient } from '../../../../src/renderer/bridge/program-client.ts'
import { createHostTwin, settled, useStoresWith } from '../host-twin.ts'

const twin = createHostTwin()
useStoresWith(createProgramClient(twin.bridge))

test('the connection is fetched again when it is announced to have changed', async () => {
  const current = { id: 'a', region: 'au' } as Connection
  twin.answer('connections.state', () =>
    success({ connections: [current], current, reachability: 'online', lastAnswerAt: null }),
  )
  const store = useConnectionStore()
  await store.refresh()
  expect(store.region).toBe('au')
  twin.answer('connections.state', () =>
    success({
      connections: [current],
      current: { ...current, region: 'nz' },
      reachability: 'offline',
      lastAnswerAt: null,
    }),
  )
  twin.announce({ name: 'connections.changed' })
  await settled()
  expect(store.region).toBe('nz')
})
