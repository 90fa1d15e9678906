import { expect, test } from 'vitest'
import type { LoggedAction } from '../../../../../src/contract/logged-actions.ts'
import { exportLogText, privacyText } from '../../../../../src/renderer/features/privacy/privacy-text.ts'

const whatOf = (action: LoggedAction): string =>
  exportLogText.what({ number: 1, at: '', action, person: null, rows: null, fileName: null, hasHiddenNumbers: true })

test('the log says that an export of everything had hidden numbers, as it does of customers', () => {
  expect(whatOf('dataExport.start')).toBe('Everything exported, with hidden numbers')
  expect(whatOf('customers.export')).toBe('Customers exported, with hidden numbers')
  expect(whatOf('customers.revealMobile')).toBe('Hidden number shown')
})

test('before a person is deleted, what a team and practice do is said, and only that', () => {
  const textFor = (team: 'none' | 'practice' | 'real') => privacyText.confirm({ team, isDoNotContact: false }).text
  expect(textFor('none')).not.toContain('team')
  expect(textFor('practice')).toMatch(/The practice team ends\.$/)
  expect(textFor('real')).toContain('The other PCs of your team also delete')
})
