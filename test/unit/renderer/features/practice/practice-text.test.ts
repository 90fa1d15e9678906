import { describe, expect, it } from 'vitest'
import type { PracticeState } from '../../../../../src/contract/practice.ts'
import {
  badgeWords,
  readSpeed,
  resetWords,
  standingWords,
} from '../../../../../src/renderer/features/practice/practice-text.ts'

const asUsual: PracticeState = { speed: 40, outage: 'none', customers: 60, waiting: 0, openUploads: 0 }

describe('what is on now, in words', () => {
  it.each<[Partial<PracticeState>, string]>([
    [
      {},
      'The service answers as usual. 40 uploaded customers are processed a second. It holds 60 customers in all regions; none is waiting to be processed.',
    ],
    [
      { speed: 1, waiting: 1 },
      'The service answers as usual. 1 uploaded customer is processed a second. It holds 60 customers in all regions; 1 is waiting to be processed.',
    ],
    [
      { speed: 0, waiting: 1_200 },
      'The service answers as usual. Uploaded customers are not processed: the speed is 0. It holds 60 customers in all regions; 1,200 are waiting to be processed.',
    ],
    [
      { speed: 'at-once', outage: 'no-network', customers: 1 },
      'The network is lost: every call fails, as if this PC were offline. Uploaded customers are processed at once. It holds 1 customer in all regions; none is waiting to be processed.',
    ],
    [
      { outage: 'service-down' },
      'The service is down: it turns every call away. 40 uploaded customers are processed a second. It holds 60 customers in all regions; none is waiting to be processed.',
    ],
  ])('%j', (changes, words) => {
    expect(standingWords({ ...asUsual, ...changes }).join(' ')).toBe(words)
  })

  it('the badge says what is out of the ordinary, and else that nothing can happen', () => {
    const calm = 'Nothing leaves this PC and nothing costs money.'
    expect(badgeWords(null)).toBe(calm)
    expect(badgeWords(asUsual)).toBe(calm)
    expect(badgeWords({ ...asUsual, outage: 'no-network' })).toBe('The network is lost, for practice.')
    expect(badgeWords({ ...asUsual, outage: 'service-down' })).toBe('The service is down, for practice.')
  })
})

describe('customers a second, as typed', () => {
  it.each([
    ['12', 12],
    [' 2.5 ', 2.5],
    ['1,500', 1_500],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e9', null],
    ['100001', null],
    ['fast', null],
  ])('%j is %j', (typed, speed) => {
    expect(readSpeed(typed)).toBe(speed)
  })
})

it('a new beginning names the uploads that end with it, where there are any', () => {
  expect(resetWords(0)).not.toContain('under way')
  expect(resetWords(1)).toContain('1 upload is under way and will end here.')
  expect(resetWords(2)).toContain('2 uploads are under way and will end here.')
})
