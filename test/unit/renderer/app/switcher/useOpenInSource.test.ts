import { expect, it } from 'vitest'
import type { Connection, ConnectionState } from '../../../../../src/contract/connections.ts'
import { useConnectionStore } from '../../../../../src/renderer/app/connection-store.ts'
import { useOpenInSource } from '../../../../../src/renderer/app/switcher/useOpenInSource.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createUnsavedInputs } from '../../../../../src/renderer/ui/useUnsavedInput.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useStoresWith } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'

const dealer = { id: '1', name: 'Dealer', kind: 'account', region: 'au', credentials: 'kept' } as Connection
const state = (current: Connection): ConnectionState => ({
  connections: [dealer],
  current,
  reachability: 'online',
  lastAnswerAt: null,
})

it('asks before a link to a record of another region loses typed text', async () => {
  const twin = createProgramClientTwin({
    'uploads.overview': () => ({}) as never,
    'customers.status': () => ({ edits: null, deletions: null }) as never,
    'connections.state': () => state(dealer),
    'connections.setRegion': ({ region }) => state({ ...dealer, region }),
  })
  useStoresWith(twin.client as never)
  await useConnectionStore().refresh()
  const asked: Confirmation[] = []
  const unsaved = { ...createUnsavedInputs(), names: () => ['New webhook'] }
  const answer = (question: Confirmation) => asked.push(question) < 0
  const { open } = withinScope(useOpenInSource, { client: twin.client, answer, unsaved })
  await open({ connectionId: '1', region: 'nz', name: 'Dealer' }, '/customers')
  expect(asked).toMatchObject([{ title: 'Switch to New Zealand?', confirmLabel: 'Discard' }])
  expect(useConnectionStore().region).toBe('au')
})
