import { describe, expect, it } from 'vitest'
import { createListedIds } from '../../../../src/core/service/listed-ids.ts'
import { eachPage } from '../../../../src/core/service/paging.ts'
import type { CustomerPage, RecognisePage, ServiceClient } from '../../../../src/core/service/service-client.ts'
import { json } from '../../../twins/fetch-twin.ts'
import { connect, page } from './service-client-bench.ts'

const body = (clientName: string): object => ({ success: true, customers: [{ id: 'c1', client_name: clientName }] })
const unknown: RecognisePage = () => null

/** The page of an answer; its failure is an error. */
async function read(answer: ReturnType<ServiceClient['listCustomers']>): Promise<CustomerPage> {
  const answered = await answer
  if (!answered.ok) throw new Error(answered.error.failure.message)
  return answered.value
}

describe('a page of the list', () => {
  it('has the digest of its bytes, which is another one when they differ', async () => {
    const { client } = connect([json(body('Ann')), json(body('Ann')), json(body('Anne'))])
    const pages = [0, 1, 2].map(() => read(client.listCustomers(page, {}, unknown)))
    const [first, same, other] = await Promise.all(pages)
    expect(first).toMatchObject({ customers: [{ id: 'c1', clientName: 'Ann' }], digest: expect.stringMatching(/./) })
    expect(same?.digest).toBe(first?.digest)
    expect(other?.digest).not.toBe(first?.digest)
  })

  it('is what it was recognised as, and is not read', async () => {
    const { client } = connect([json(body('Ann'))])
    const recognised: CustomerPage = { customers: [], ids: ['c1'], unreadable: [{ rego: 'NOID' }], total: 2 }
    const digests: string[] = []
    const given = await read(client.listCustomers(page, {}, (digest) => (digests.push(digest), recognised)))
    expect(given).toEqual({ ...recognised, digest: digests[0] })
  })

  it.each([
    ['an error', json(body('Ann'), 400)],
    ['a body that reports a failure', json({ ...body('Ann'), success: false })],
  ])('is no page when the answer is %s', async (_, behaviour) => {
    const { client } = connect([behaviour])
    expect(await client.listCustomers(page, { attempts: 1 }, unknown)).toMatchObject({ ok: false })
  })

  it('counts the ids and the unreadable entries of a recognised page as listed', async () => {
    const answers: CustomerPage[] = [
      { customers: [], ids: ['a', 'b'], unreadable: [{ rego: 'NOID' }], digest: 'first' },
      { customers: [], ids: ['c'], unreadable: [], digest: 'second' },
    ]
    const { client } = connect([])
    const ids = createListedIds()
    const unreadable: unknown[] = []
    const paged = await eachPage(
      {
        ...client,
        async listCustomers({ offset }) {
          const value = offset === 0 ? answers[0]! : offset === 3 ? answers[1]! : { customers: [], unreadable: [] }
          return { ok: true, value }
        },
      },
      { pageSize: 3, ids },
      (_customers, unreadableOfPage) => void unreadable.push(...unreadableOfPage),
    )
    expect(paged).toMatchObject({ ok: true, value: { toTheEnd: true, endsAt: 4, problem: null } })
    expect([ids.listed, ids.placeOf('a'), ids.placeOf('c')]).toEqual([3, 1, 3])
    expect(unreadable).toEqual([{ rego: 'NOID' }])
  })
})
