import { describe, expect, it } from 'vitest'
import { allHelpPages } from '../../../../../src/renderer/features/help/help-pages.ts'
import { findHelpPlace } from '../../../../../src/renderer/features/help/help-place.ts'

const at = (screen: string, around: readonly string[] = [], shown: readonly string[] = []) => {
  const { page, section } = findHelpPlace(allHelpPages, { screen, around, shown })
  return section === undefined ? page : `${page}#${section}`
}

describe('the place at which Help opens', () => {
  it.each([
    ['sightings', [], [], 'sightings'],
    ['sightings', ['Call list'], ['Call Priya Raman'], 'sightings'],
    ['sightings', [], ['Call Priya Raman'], 'call-card'],
    ['sightings', ['Outcome', 'Call Priya Raman'], [], 'call-card#record-an-outcome'],
    ['sightings', ['Mark Priya Raman as Do Not Contact?'], [], 'call-card#do-not-contact'],
    ['sightings', ['SMS to Priya Raman'], [], 'call-card#call-sms-or-email'],
    ['sightings', ['Who is working?'], [], 'people'],
    ['draft', ['Columns'], ['Columns'], 'import-columns'],
    ['draft', [], ['Check'], 'import-check'],
    ['draft', ['Find and replace'], ['Check'], 'import-check#change-many-cells'],
    ['draft', ['File details'], ['Columns'], 'import-columns#header-sheet-or-encoding-is-wrong'],
    ['customer', [], [], 'customers'],
    ['customer', ['Details of Priya Raman'], [], 'customer'],
    ['customers', ['Edit 12 customers'], [], 'customers#change-or-delete-many'],
    ['customers', ['Mobile of Priya Raman was also changed'], [], 'customers#when-someone-else-changed-the-same-value'],
    ['lookup-saved', [], ['2019 Toyota RAV4', 'Market'], 'market'],
    ['inspector', [], ['Inspector'], 'inspector'],
    ['settings-privacy', ['Recovery key'], ['Settings'], 'settings-privacy#recovery-key'],
    ['settings-calls', [], ['Settings'], 'settings-calls'],
    ['settings-team', ['Team'], ['Settings'], 'team'],
    ['settings-connection', ['Practice'], ['Settings'], 'practice'],
    ['storage:needs-password', [], ['Enter your password'], 'unlock'],
    ['storage:needs-password', [], ['Use your recovery key'], 'recovery'],
    ['first-run', [], [], 'welcome'],
  ])('on %s with the focus in %j and %j shown is %4$s', (screen, around, shown, place) => {
    expect(at(screen, around, shown)).toBe(place)
  })

  it('is the screen when the part with the focus has no section, and a page for an unknown screen', () => {
    expect(at('settings-calls', ['Something else'])).toBe('settings-calls')
    expect(at('nothing')).not.toBe('')
  })
})
