import { describe, expect, it } from 'vitest'
import type { PracticeState } from '../../../../../src/contract/practice.ts'
import { practiceText } from '../../../../../src/renderer/features/practice/practice-text.ts'

const usual: PracticeState = { speed: 40, outage: 'none', customers: 60, waiting: 0, openUploads: 0 }

describe('the summary of practice', () => {
  it.each<[Partial<PracticeState>, string]>([
    [{}, 'The practice service is working. Uploads: 40 customers per second. 60 customers in all regions, 0 waiting.'],
    [
      { speed: 1, waiting: 1 },
      'The practice service is working. Uploads: 1 customer per second. 60 customers in all regions, 1 waiting.',
    ],
    [
      { speed: 0, waiting: 1_200 },
      'The practice service is working. Uploads and new sightings are paused. 60 customers in all regions, 1,200 waiting.',
    ],
    [
      { speed: 'at-once', outage: 'no-network', customers: 1 },
      'No internet (simulated). Uploads are processed at once. 1 customer in all regions, 0 waiting.',
    ],
    [
      { outage: 'service-down' },
      'The service is unavailable (simulated). Uploads: 40 customers per second. 60 customers in all regions, 0 waiting.',
    ],
  ])('%j', (changes, summary) => {
    expect(practiceText.summary({ ...usual, ...changes })).toBe(summary)
  })
})

it('names what a reset removes for good', () => {
  expect(practiceText.reset.question(0).text).toContain('A file that a watched folder has sent isn’t sent again.')
  expect(practiceText.reset.question(0).text).toContain(
    'calls, who they are assigned to, the goal, Do Not Contact marks, look-ups, webhooks, events and the bin are removed.',
  )
})

it('names the running uploads that a reset ends, where there are any', () => {
  const text = (openUploads: number) => practiceText.reset.question(openUploads).text
  expect(text(0)).not.toContain('running upload')
  expect(text(1)).toContain(' 1 running upload ends. ')
  expect(text(2)).toContain(' 2 running uploads end. ')
})
