import { describe, expect, it } from 'vitest'
import { createClientCertificates } from '../../../../src/core/network/network.ts'

const certificate = (id: string) => ({ id, subject: `Subject ${id}`, issuer: 'Dealer CA', expiresAt: null })
const both = [certificate('a'), certificate('b')]

describe('the certificate for a server', () => {
  it('is asked for once for each host, and "none" is an answer too', async () => {
    let changes = 0
    const certificates = createClientCertificates(() => (changes += 1))
    const calls = [certificates.choose('one', both), certificates.choose('one', both), certificates.choose('two', both)]
    const [one, two] = certificates.questions()
    expect(certificates.questions()).toMatchObject([{ host: 'one', certificates: both }, { host: 'two' }])
    certificates.answer(one?.id ?? '', 'b')
    certificates.answer(two?.id ?? '', null)
    expect(await Promise.all(calls)).toEqual(['b', 'b', null])
    expect(await certificates.choose('two', both)).toBeNull()
    expect(changes).toBe(4)
    expect(() => certificates.answer(one?.id ?? '', 'a')).toThrow('answered already')
  })

  it('is asked for again when the server no longer accepts the chosen one, once for all calls', async () => {
    const certificates = createClientCertificates(() => undefined)
    const first = certificates.choose('one', both)
    certificates.answer(certificates.questions()[0]?.id ?? '', 'a')
    expect(await first).toBe('a')
    const calls = [certificates.choose('one', [certificate('b')]), certificates.choose('one', [certificate('b')])]
    await new Promise((done) => setImmediate(done))
    expect(certificates.questions()).toHaveLength(1)
    certificates.answer(certificates.questions()[0]?.id ?? '', 'b')
    expect(await Promise.all(calls)).toEqual(['b', 'b'])
  })

  it('is none without a choice, and when the program closes', async () => {
    const certificates = createClientCertificates(() => undefined)
    expect(await certificates.choose('one', [])).toBeNull()
    const call = certificates.choose('two', both)
    certificates.close()
    expect(await call).toBeNull()
  })
})
