import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import { type ActionOptions, together, useAction } from '../../../../src/renderer/bridge/useAction.ts'
import type { Confirmation } from '../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'
import { withinScope } from '../within-scope.ts'

type Reveal = ActionOptions<{ id: string }, { endpoint: string }>

function open(options: Reveal = {}, answer?: (question: Confirmation) => boolean) {
  const twin = createProgramClientTwin()
  const toasts = createToasts()
  const scope = effectScope()
  const make = () => useAction('webhooks.reveal', options)
  const action = withinScope(make, { client: twin.client, toasts, ...(answer && { answer }) }, scope)
  const said = () => toasts.shown.value.map(({ tone, text }) => `${tone}: ${text}`)
  return { ...action, twin, toasts, scope, said }
}
const question = (title: string): Confirmation => ({ title, confirmLabel: 'Delete' })

it('is busy while it runs, and gives the answer to its caller', async () => {
  const { twin, run, busy, said } = open()
  const answer = run({ id: 'w' })
  expect(busy.value).toBe(true)
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://x' })
  expect(await answer).toEqual({ endpoint: 'https://x' })
  expect(busy.value).toBe(false)
  expect(said()).toEqual([])
})

it('shows a failure as a notice, and keeps it until the next run', async () => {
  const { twin, run, failure, said } = open()
  const answer = run({ id: 'w' })
  await twin.next('webhooks.reveal').fail({ kind: 'offline', message: 'No connection.' })
  expect(await answer).toBeNull()
  expect(failure.value?.kind).toBe('offline')
  expect(said()).toEqual(['failure: No connection.'])
  void run({ id: 'w' })
  expect(failure.value).toBeNull()
})

it('shows no notice of a failure that the screen shows or handles', async () => {
  const shown = open({ failed: 'shown' })
  void shown.run({ id: 'w' })
  await shown.twin.next('webhooks.reveal').fail({ message: 'No connection.' })
  expect([shown.failure.value?.message, shown.said()]).toEqual(['No connection.', []])

  const handled: string[] = []
  const other = open({ failed: ({ message }, { id }) => handled.push(`${id}: ${message}`) })
  void other.run({ id: 'w' })
  await other.twin.next('webhooks.reveal').fail({ message: 'No connection.' })
  expect([handled, other.said()]).toEqual([['w: No connection.'], []])
})

it('says the sentence of a success, with Undo where something can be undone', async () => {
  const undone: string[] = []
  const { twin, run, toasts } = open({
    done: ({ endpoint }, { id }) => `Showed ${id}: ${endpoint}.`,
    undo: (_, { id }) => (id === 'a' ? { run: () => undone.push(id) } : null),
  })
  void run({ id: 'a' })
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://a' })
  void run({ id: 'b' })
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://b' })
  const [first, second] = toasts.shown.value
  expect([first?.text, first?.action?.label]).toEqual(['Showed a: https://a.', 'Undo'])
  expect([second?.text, second?.action]).toEqual(['Showed b: https://b.', null])
  toasts.act(first?.id ?? 0)
  expect(undone).toEqual(['a'])
})

it('does nothing for a second run with the same input while the first is running', async () => {
  const { twin, run, busy } = open()
  const answers = [run({ id: 'a' }), run({ id: 'a' }), run({ id: 'b' })]
  expect(twin.open.map(({ input }) => input)).toEqual([{ id: 'a' }, { id: 'b' }])
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://a' })
  expect(busy.value).toBe(true)
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://b' })
  expect(busy.value).toBe(false)
  expect(await Promise.all(answers)).toEqual([{ endpoint: 'https://a' }, null, { endpoint: 'https://b' }])
})

it('asks first, and calls only after the user has agreed', async () => {
  const asked: string[] = []
  const { twin, run, busy } = open({ confirm: ({ id }) => question(`Delete ${id}?`) }, ({ title }) => {
    asked.push(title)
    return title === 'Delete b?'
  })
  expect(await run({ id: 'a' })).toBeNull()
  expect([twin.calls, busy.value]).toEqual([[], false])
  void run({ id: 'b' })
  await twin.settled()
  expect([twin.calls.map(({ input }) => input), busy.value]).toEqual([[{ id: 'b' }], true])
  expect(asked).toEqual(['Delete a?', 'Delete b?'])
})

it('runs without a question where none is needed', async () => {
  const { twin, run } = open({ confirm: () => null }, () => false)
  void run({ id: 'a' })
  await twin.settled()
  expect(twin.calls).toHaveLength(1)
})

it('ignores the answer of what was cancelled, and runs the same input again', async () => {
  const { twin, run, cancel, busy, failure, said } = open({ done: ({ endpoint }) => endpoint })
  const first = run({ id: 'a' })
  cancel()
  expect(busy.value).toBe(false)
  const second = run({ id: 'a' })
  await twin.next('webhooks.reveal').fail({ kind: 'offline' })
  expect([busy.value, failure.value]).toEqual([true, null])
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://new' })
  expect(await Promise.all([first, second])).toEqual([null, { endpoint: 'https://new' }])
  expect(said()).toEqual(['success: https://new'])
})

it('still says how it went when the screen has closed, but gives no answer to the closed screen', async () => {
  const { twin, run, scope, said } = open({ done: ({ endpoint }) => endpoint })
  const answers = [run({ id: 'a' }), run({ id: 'b' })]
  scope.stop()
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://a' })
  await twin.next('webhooks.reveal').fail({ message: 'No connection.' })
  expect(await Promise.all(answers)).toEqual([null, null])
  expect(said()).toEqual(['success: https://a', 'failure: No connection.'])
})

it('says a failure that the screen would show once that has closed, but not what the user cancelled', async () => {
  const { twin, run, scope, said } = open({ failed: 'shown' })
  const answers = [run({ id: 'a' }), run({ id: 'b' })]
  scope.stop()
  await twin.next('webhooks.reveal').fail({ message: 'No connection.' })
  await twin.next('webhooks.reveal').fail({ kind: 'cancelled', message: 'Cancelled.' })
  expect(await Promise.all(answers)).toEqual([null, null])
  expect(said()).toEqual(['failure: No connection.'])
})

it('gives several actions one busy state and one failure, which are forgotten together', async () => {
  const [first, second] = [open({ failed: 'shown' }), open({ failed: 'shown' })]
  const { busy, failure, clear } = together(first, second)
  void second.run({ id: 'b' })
  expect(busy.value).toBe(true)
  await second.twin.next('webhooks.reveal').fail({ message: 'No connection.' })
  expect([busy.value, failure.value?.message]).toEqual([false, 'No connection.'])
  clear()
  expect([failure.value, second.failure.value]).toEqual([null, null])
})
