import { describe, expect, it } from 'vitest'
import { descriptionOf, settings, type SettingName } from '../../../../../src/renderer/app/settings/settings.ts'
import { advancedNames, advancedSettings } from '../../../../../src/renderer/features/settings/advanced-fields.ts'
import { findSettings, pageOfLabel } from '../../../../../src/renderer/features/settings/settings-index.ts'

const everywhere = { isDesktop: true, hasUpdates: true }
const labels = (typed: string, host = everywhere): readonly string[] =>
  findSettings(typed, host).map(({ label }) => label)

/** All settings that have a control. */
const shownNames = Object.entries(settings).flatMap(([group, named]) =>
  Object.entries(named).flatMap(([key, setting]) => (setting ? [`${group}.${key}` as SettingName] : [])),
)

describe('the search in Settings', () => {
  it('finds each setting by its label, its explanation and its other words', () => {
    const described = [
      ...shownNames.map(descriptionOf).map(({ label, hint = '', words = '' }) => ({ label, hint, words })),
      ...advancedNames.map((name) => ({
        label: advancedSettings[name].label,
        hint: advancedSettings[name].effect,
        words: '',
      })),
    ]
    expect(described.length).toBeGreaterThan(25)
    for (const { label, hint, words } of described) {
      expect(labels(label)[0]).toBe(label)
      for (const text of [hint, ...words.split(', ')].filter(Boolean)) expect(labels(text)).toContain(label)
    }
  })

  it('finds sections by what they are for and what can be done there', () => {
    expect(labels('postgres')).toEqual(['Team'])
    expect(labels('dark')).toEqual(['Appearance'])
    expect(labels('backup').slice(0, 2)).toEqual(['Backup', 'Automatic backups'])
    expect(labels('delete all data')).toEqual(['Privacy'])
    expect(labels('xyzzy')).toEqual([])
    expect(labels('')).toEqual([])
  })

  it('leaves out what the host or the build does not have', () => {
    const browser = { isDesktop: false, hasUpdates: false }
    expect(labels('tray')).toContain('While an upload runs')
    expect(labels('tray', browser)).not.toContain('While an upload runs')
    expect(labels('upgrade')).toEqual(['Updates'])
    expect(labels('upgrade', browser)).toEqual([])
  })

  it('gives each place once, though its section has the same label', () => {
    expect(labels('appearance')).toEqual(['Appearance'])
  })
})

it('the page of a label is the one that has it, and the first page for an unknown one', () => {
  expect([
    pageOfLabel('Team'),
    pageOfLabel('Row height'),
    pageOfLabel('Everyday work'),
    pageOfLabel(undefined),
  ]).toEqual(['team', 'this-pc', 'connection', 'connection'])
})
