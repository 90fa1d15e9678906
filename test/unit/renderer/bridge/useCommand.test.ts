import { effectScope } from 'vue'
import { expect, it, onTestFinished } from 'vitest'
import { useCommand } from '../../../../src/renderer/bridge/useCommand.ts'
import { createProgramClientTwin } from '../../../twins/program-client-twin.ts'

function open() {
  const twin = createProgramClientTwin()
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const command = scope.run(() => useCommand(twin.client, 'webhooks.reveal'))
  if (!command) throw new Error('No scope')
  return { twin, scope, ...command }
}

it('runs, and gives the answer to its caller', async () => {
  const { twin, run, running } = open()
  const result = run({ id: 'w' })
  expect(running.value).toBe(true)
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://x' })
  expect(await result).toEqual({ ok: true, value: { endpoint: 'https://x' } })
  expect(running.value).toBe(false)
})

it('shows a failure until the next run', async () => {
  const { twin, run, failure } = open()
  void run({ id: 'w' })
  await twin.next('webhooks.reveal').fail({ kind: 'offline' })
  expect(failure.value?.kind).toBe('offline')
  void run({ id: 'w' })
  expect(failure.value).toBeNull()
})

it('gives null for an answer that a newer run, a cancellation or the end of the screen made irrelevant', async () => {
  const { twin, run, cancel, failure, running, scope } = open()
  const answers = [run({ id: 'a' }), run({ id: 'b' })]
  await twin.next('webhooks.reveal').fail({ kind: 'offline' })
  expect([failure.value, running.value]).toEqual([null, true])
  cancel()
  expect(running.value).toBe(false)
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://b' })
  answers.push(run({ id: 'c' }))
  scope.stop()
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://c' })
  expect(await Promise.all(answers)).toEqual([null, null, null])
})
