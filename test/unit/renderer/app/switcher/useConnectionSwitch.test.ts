import { expect, it } from 'vitest'
import type { Connection, ConnectionState } from '../../../../../src/contract/connections.ts'
import { useConnectionStore } from '../../../../../src/renderer/app/connection-store.ts'
import { useConnectionSwitch } from '../../../../../src/renderer/app/switcher/useConnectionSwitch.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createUnsavedInputs } from '../../../../../src/renderer/ui/useUnsavedInput.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useStoresWith } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'

const connection = (id: string, name: string): Connection =>
  ({ id, name, kind: 'account', region: 'au', credentials: 'kept' }) as Connection
const [dealer, other] = [connection('1', 'Dealer'), connection('2', 'Other')]
const state = (current: Connection): ConnectionState => ({
  connections: [dealer, other],
  current,
  reachability: 'online',
  lastAnswerAt: null,
})
const overview = (running: number, open = running) => ({
  open,
  ended: 0,
  removed: 0,
  running,
  waiting: 0,
  attention: 0,
  paused: 0,
  done: 0,
  total: 0,
})
const status = (pending: number, conflicts = 0, held = 0) =>
  ({ edits: { pending, failed: 0, conflicts }, deletions: { pending: held, held, failed: 0 } }) as never

interface Work {
  readonly running?: number
  readonly open?: number
  readonly edits?: number
  readonly conflicts?: number
  readonly held?: number
  readonly typed?: string[]
}

async function open(work: Work) {
  let current = dealer
  const twin = createProgramClientTwin({
    'uploads.overview': () => overview(work.running ?? 0, work.open),
    'customers.status': () => status(work.edits ?? 0, work.conflicts, work.held),
    'connections.select': () => state(other),
    'connections.startPractice': () => state(other),
    'connections.setRegion': ({ region }) => state((current = { ...dealer, region })),
    'connections.state': () => state(current),
  })
  useStoresWith(twin.client as never)
  await useConnectionStore().refresh()
  const asked: Confirmation[] = []
  let agrees = true
  let discards = 0
  const toasts = createToasts()
  const unsaved = { ...createUnsavedInputs(), names: () => work.typed ?? [], discard: () => void (discards += 1) }
  const answer = (confirmation: Confirmation) => (asked.push(confirmation), agrees)
  const connections = withinScope(useConnectionSwitch, { client: twin.client, toasts, answer, unsaved })
  const selected = () => twin.calls.filter(({ method }) => method === 'connections.select').length
  const practised = () => twin.calls.filter(({ method }) => method === 'connections.startPractice').length
  const region = () => useConnectionStore().region
  const decline = () => void (agrees = false)
  return { connections, asked, selected, practised, region, discards: () => discards, decline }
}

it('switches without a question when nothing is unfinished', async () => {
  const { connections, asked, selected } = await open({})
  expect(await connections.switchTo(other)).toBe(true)
  expect([asked, selected()]).toEqual([[], 1])
})

it('first says which uploads, changes and texts are unfinished', async () => {
  const { connections, asked } = await open({ running: 1, open: 3, edits: 2, conflicts: 1, typed: ['New webhook'] })
  await connections.switchTo(other)
  expect(asked[0]).toMatchObject({
    title: 'Switch to Other?',
    names: [
      '1 upload is running. It continues.',
      '2 uploads are waiting. They stay in the history.',
      '2 changes aren’t saved yet. They are still sent.',
      '1 change needs your attention in Customers.',
      'Unsaved text in “New webhook”. It will be lost.',
    ],
  })
})

it('offers to keep editing while text is unsaved, and only to switch otherwise', async () => {
  const [typed, running] = [await open({ typed: ['New webhook'] }), await open({ running: 1 })]
  for (const { connections } of [typed, running]) await connections.switchTo(other)
  const buttons = { confirmLabel: 'Discard', cancelLabel: 'Keep editing', tone: 'danger' }
  expect(typed.asked).toEqual([{ ...typed.asked[0], ...buttons }])
  expect(running.asked).toEqual([{ ...running.asked[0], confirmLabel: 'Switch' }])
  expect(running.asked[0]).not.toHaveProperty('cancelLabel')
})

it('stays with the connection when the user cancels, and does nothing for the one in use', async () => {
  const { connections, selected, decline } = await open({ running: 1 })
  decline()
  expect(await connections.switchTo(other)).toBe(false)
  expect(await connections.switchTo(dealer)).toBe(false)
  expect([selected(), connections.busyId.value]).toEqual([0, null])
})

it('asks before practice data is used instead, too', async () => {
  const { connections, asked, practised, decline } = await open({ typed: ['Update credentials'] })
  decline()
  expect(await connections.startPractice()).toBe(false)
  expect(asked).toMatchObject([{ title: 'Switch to Practice?' }])
  expect(practised()).toBe(0)
})

it('works with another region at once, but asks before text is lost, which is then dropped', async () => {
  const [calm, typed] = [await open({ running: 1 }), await open({ typed: ['New webhook'] })]
  await typed.connections.chooseRegion('nz')
  expect(typed.asked).toMatchObject([{ title: 'Switch to New Zealand?', confirmLabel: 'Discard' }])
  expect([typed.region(), typed.discards()]).toEqual(['nz', 1])
  await calm.connections.chooseRegion('nz')
  expect([calm.asked, calm.discards()]).toEqual([[], 0])
})

it('stays in the region when the user keeps editing', async () => {
  const { connections, decline, region, discards } = await open({ typed: ['New webhook'] })
  decline()
  await connections.chooseRegion('nz')
  expect([region(), discards()]).toEqual(['au', 0])
})

it('says before another region or connection is used that the Undo of a deletion ends', async () => {
  const { connections, asked, decline, region, selected } = await open({ held: 2 })
  decline()
  await connections.chooseRegion('nz')
  await connections.switchTo(other)
  const line = '2 deletions are sent, and Undo is no longer offered.'
  expect(asked).toMatchObject([
    { title: 'Switch to New Zealand?', names: [line], confirmLabel: 'Switch' },
    { title: 'Switch to Other?', names: [line] },
  ])
  expect([region(), selected()]).toEqual(['au', 0])
})
