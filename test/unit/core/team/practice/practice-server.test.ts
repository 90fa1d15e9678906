import { expect, it } from 'vitest'
import { createPracticeServer } from '../../../../../src/core/team/practice/practice-team.ts'

const entry = (device: string, n: number, text = `${device} ${n}`) => ({ device, n, body: Buffer.from(text) })

it('the log of practice gives the entries of each device in order, and tells all connections of new ones', async () => {
  const server = createPracticeServer()
  const [one, other] = [server.connect(), server.connect()]
  let told = 0
  const end = other.watch(() => (told += 1))
  await one.push([entry('a', 1), entry('a', 2)])
  await one.push([entry('a', 2), entry('a', 3)])
  end()
  await one.push([entry('b', 1)])
  expect(told).toBe(2)
  expect(await other.heads()).toEqual(
    new Map([
      ['a', 3],
      ['b', 1],
    ]),
  )
  expect((await other.pull('a', 1, 1)).map(({ n }) => n)).toEqual([2])
})

it('the log of practice refuses another entry under the same number and a gap, and stores nothing of that push', async () => {
  const connection = createPracticeServer().connect()
  await connection.push([entry('a', 1)])
  await expect(connection.push([entry('a', 2), entry('a', 4)])).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  await expect(connection.push([entry('a', 1, 'other')])).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  expect(await connection.heads()).toEqual(new Map([['a', 1]]))
})
