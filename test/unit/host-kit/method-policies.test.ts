import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allMethods } from '../../../src/contract/methods.ts'
import { maxInputBytesOf, methodPolicies, servedMethods } from '../../../src/host-kit/method-policies.ts'

const methods = await allMethods()

describe('method policies', () => {
  it('exist for every method of the contract, and for no other name', () => {
    expect(Object.keys(methodPolicies).toSorted()).toEqual([...methods.keys()].toSorted())
    expect([...servedMethods].toSorted()).toEqual([...methods.keys()].toSorted())
  })

  it('limit the rate of every method that handles a secret or opens something on this PC', () => {
    const unlimited = Object.entries(methodPolicies).filter(
      ([, { effect, maxCallsPerMinute }]) => (effect === 'secret' || effect === 'system') && maxCallsPerMinute === null,
    )
    expect(unlimited).toEqual([])
  })

  it('treat every method whose input names a password or credentials as secret', () => {
    const withSecrets = [...methods].filter(([, { input }]) =>
      /"(password|apiKey|clientSecret)"/.test(JSON.stringify(z.toJSONSchema(input, { io: 'input' }))),
    )
    expect(withSecrets.length).toBeGreaterThan(0)
    for (const [name] of withSecrets) expect([name, methodPolicies[name].effect]).toEqual([name, 'secret'])
  })

  it('give an unknown method the smallest input limit', () => {
    const smallest = Math.min(...Object.values(methodPolicies).map(({ maxInputBytes }) => maxInputBytes))
    expect(maxInputBytesOf('constructor')).toBe(smallest)
    expect(maxInputBytesOf('no.such')).toBe(smallest)
  })
})
