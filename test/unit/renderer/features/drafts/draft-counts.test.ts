import { expect, it } from 'vitest'
import { nextStep, rowsToSend } from '../../../../../src/renderer/features/drafts/draft-counts.ts'

const counts = (changes: { ready?: number; warning?: number; error?: number } = {}) => ({
  rows: 10,
  ready: 10,
  warning: 0,
  error: 0,
  excluded: 0,
  skipped: 0,
  paidLookups: 0,
  ...changes,
})

it('counts rows with warnings as rows to send', () => {
  expect(rowsToSend(counts({ ready: 7, warning: 2, error: 1 }))).toBe(9)
})

it('skips the check when there is nothing to check', () => {
  expect(nextStep('columns', counts())).toBe('send')
  expect(nextStep('columns', counts({ error: 1 }))).toBe('check')
  expect(nextStep('columns', counts({ warning: 1 }))).toBe('check')
  expect(nextStep('columns', counts({ ready: 0 }))).toBe('check')
})

it('ends with the step "Send", which no shortcut leaves', () => {
  expect(nextStep('check', counts({ error: 3 }))).toBe('send')
  expect(nextStep('send', counts())).toBeNull()
})
