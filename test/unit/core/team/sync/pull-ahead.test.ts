import { expect, it } from 'vitest'
import { createPullAhead } from '../../../../../src/core/team/sync/pull-ahead.ts'
import type { Behind } from '../../../../../src/core/team/sync/sync-plan.ts'
import type { SealedEntry } from '../../../../../src/core/team/team-server.ts'

type Plan = readonly [Behind, ...Behind[]]
const partSize = 2
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A server that answers each call when the test says so. */
function openServer(logs: Readonly<Record<string, number>>) {
  const calls: string[] = []
  const answers: (() => void)[] = []
  const pull = (device: string, after: number): Promise<readonly SealedEntry[]> => {
    calls.push(`${device} ${after}`)
    return new Promise((resolve) => {
      const length = Math.min(partSize, (logs[device] ?? 0) - after)
      const entries = Array.from({ length }, (_, at) => ({ device, n: after + at + 1, body: new Uint8Array(1) }))
      answers.push(() => resolve(entries))
    })
  }
  const answer = async (): Promise<void> => {
    answers.shift()?.()
    await turns()
  }
  return { calls, pull, answer }
}
const numbersOf = async (part: Promise<readonly SealedEntry[]>) => (await part).map(({ device, n }) => `${device}${n}`)

it('pulls the next parts one after another while one is stored, also those of the next PC', async () => {
  const server = openServer({ a: 3, b: 9 })
  const pulled: string[][] = []
  const ahead = createPullAhead(server.pull, (part) => void pulled.push(part.map(({ device, n }) => `${device}${n}`)))
  const b = { device: 'b', from: 0, to: 9 }
  const first = ahead.next([{ device: 'a', from: 0, to: 3 }, b])
  expect(server.calls).toEqual(['a 0'])
  for (let answers = 0; answers < 5; answers += 1) await server.answer()
  expect(await numbersOf(first)).toEqual(['a1', 'a2'])
  expect(server.calls).toEqual(['a 0', 'a 2', 'b 0', 'b 2', 'b 4'])
  expect(pulled).toEqual([['a1', 'a2'], ['a3'], ['b1', 'b2'], ['b3', 'b4'], ['b5', 'b6']])
  expect(await numbersOf(ahead.next([{ device: 'a', from: 2, to: 3 }, b]))).toEqual(['a3'])
  expect(await numbersOf(ahead.next([b]))).toEqual(['b1', 'b2'])
  for (let answers = 0; answers < 5; answers += 1) await server.answer()
  expect(await numbersOf(ahead.next([{ device: 'b', from: 2, to: 9 }]))).toEqual(['b3', 'b4'])
  expect(await numbersOf(ahead.next([{ device: 'b', from: 4, to: 9 }]))).toEqual(['b5', 'b6'])
  expect(await numbersOf(ahead.next([{ device: 'b', from: 6, to: 9 }]))).toEqual(['b7', 'b8'])
  expect(await numbersOf(ahead.next([{ device: 'b', from: 8, to: 9 }]))).toEqual(['b9'])
  expect(server.calls).toEqual(['a 0', 'a 2', 'b 0', 'b 2', 'b 4', 'b 6', 'b 8'])
})

it('pulls a part again when another one is needed than was pulled ahead', async () => {
  const server = openServer({ a: 6, b: 2 })
  const ahead = createPullAhead(server.pull, () => undefined)
  const plan: Plan = [{ device: 'a', from: 0, to: 6 }]
  const first = ahead.next(plan)
  await server.answer()
  expect(await numbersOf(first)).toEqual(['a1', 'a2'])
  const other = ahead.next([{ device: 'b', from: 0, to: 2 }])
  await server.answer()
  await server.answer()
  expect(await numbersOf(other)).toEqual(['b1', 'b2'])
  expect(server.calls).toEqual(['a 0', 'a 2', 'b 0'])
})

it('gives the error of a part to who needs it, and pulls it again afterwards', async () => {
  let fails = true
  const ahead = createPullAhead(
    async (device, after) => {
      if (fails && after > 0) throw new Error('cut')
      return Array.from({ length: 2 }, (_, at) => ({ device, n: after + at + 1, body: new Uint8Array(1) }))
    },
    () => undefined,
  )
  expect(await numbersOf(ahead.next([{ device: 'a', from: 0, to: 4 }]))).toEqual(['a1', 'a2'])
  await turns()
  await expect(ahead.next([{ device: 'a', from: 2, to: 4 }])).rejects.toThrow('cut')
  ahead.clear()
  fails = false
  expect(await numbersOf(ahead.next([{ device: 'a', from: 2, to: 4 }]))).toEqual(['a3', 'a4'])
})
