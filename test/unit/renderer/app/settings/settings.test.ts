import { describe, expect, it } from 'vitest'
import {
  descriptionOf,
  type Descriptions,
  settings,
  settingsOf,
} from '../../../../../src/renderer/app/settings/settings.ts'
import { defaultPreferences } from '../../../../../src/contract/preferences.ts'

interface Sample {
  readonly loud: boolean
  readonly tone: 'high' | 'low'
}

it('does not compile with a forgotten setting, a forgotten choice or the wrong kind of control', () => {
  const tone = { section: 'lookups', label: 'Tone' } as const
  const words = { high: 'High', low: 'Low' }
  const show = (value: 'high' | 'low'): string => words[value]
  const complete: Descriptions<Sample> = {
    loud: { section: 'lookups', label: 'Loud', control: { kind: 'switch' } },
    tone: { ...tone, control: { kind: 'radio', values: ['high', 'low'], show } },
  }
  // @ts-expect-error A setting of the contract is not described.
  const forgotten: Descriptions<Sample> = { loud: null }
  const partial: Descriptions<Sample> = {
    loud: null,
    // @ts-expect-error One of the choices has no words.
    tone: { ...tone, control: { kind: 'radio', values: ['high'], show: (value: 'high') => value } },
  }
  // @ts-expect-error A switch has two values: on and off.
  const wrong: Descriptions<Sample> = { loud: null, tone: { ...tone, control: { kind: 'switch' } } }
  expect([complete, forgotten, partial, wrong]).toHaveLength(4)
})

describe('the words of a choice', () => {
  it.each([
    [0, 'Never'],
    [1, '1 hour'],
    [24, '24 hours'],
    [48, '2 days'],
    [100, '100 hours'],
  ])('for reusing results: %i is %s', (hours, text) => {
    const control = settings.lookups.repeatAfterHours?.control
    expect(control?.kind === 'select' && control.show(hours)).toBe(text)
  })

  it('are the same for an interval on each screen, and times of day have am or pm', () => {
    const every = descriptionOf('sightings.checkEveryMinutes').control
    const at = descriptionOf('sightings.digestAt').control
    if (every.kind !== 'select' || at.kind !== 'select') throw new Error('Both are chosen from a list')
    expect([30, 60, 120].map(every.show)).toEqual(['30 minutes', '1 hour', '2 hours'])
    expect([null, '05:00', '17:00'].map(at.show)).toEqual(['First start of the day', '5:00 am', '5:00 pm'])
  })

  it('include the default', () => {
    const missing = Object.entries(defaultPreferences).filter(([key, value]) => {
      const control = settings.preferences[key as keyof typeof defaultPreferences]?.control
      return control && 'values' in control && !(control.values as readonly unknown[]).includes(value)
    })
    expect(missing).toEqual([])
  })
})

it('a section has its settings in order', () => {
  expect(settingsOf('sightings')).toEqual([
    'sightings.checkEveryMinutes',
    'sightings.notify',
    'sightings.digest',
    'sightings.digestAt',
  ])
})
