import { expect, it } from 'vitest'
import { accountKey } from '../../../../src/core/connections/account-key.ts'
import { carSubject } from '../../../../src/core/team/log/subject.ts'

const car = { account: 'a', customerId: null, rego: null, state: null, vin: null }

it.each([
  'https://Api.Example.com/v1',
  'https://api.example.com:443/v1/',
  'https://user:secret@api.example.com/v1?x=1#y',
])('names the service of %s equally on each PC', (baseUrl) => {
  expect(accountKey({ kind: 'account', baseUrl }, 'au')).toBe('https://api.example.com/v1 au')
})

it.each([
  ['http://api.example.com/v1', 'au'],
  ['https://api.example.com:8443/v1', 'au'],
  ['https://api.example.com/v2', 'au'],
  ['https://api.example.com/v1', 'nz'],
] as const)('tells %s in %s from another service', (baseUrl, region) => {
  expect(accountKey({ kind: 'account', baseUrl }, region)).not.toBe('https://api.example.com/v1 au')
})

it('names practice without its port', () => {
  expect(accountKey({ kind: 'practice', baseUrl: 'http://127.0.0.1:4711' }, 'my')).toBe('practice my')
})

it('keys a car by its record, else by its VIN, else by its rego with the state, however they are written', () => {
  expect(carSubject({ ...car, customerId: '7', vin: '6G1FA8E5AZ4033922' })).toBe('car a id:7')
  expect(carSubject({ ...car, rego: 'ABC123', vin: '6g1fa8e5az 4033922' })).toBe('car a v:6G1FA8E5AZ4033922')
  expect(carSubject({ ...car, rego: 'abc-123', state: 'nsw' })).toBe('car a r:ABC123|NSW')
})
