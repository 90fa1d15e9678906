import { describe, expect, it } from 'vitest'
import { readSpecs } from '../../../../src/core/lookup/read-specs.ts'

describe('readSpecs', () => {
  it.each<readonly [string, unknown]>([
    [
      'JSON:API',
      { data: { type: 'specs', id: '42', attributes: { engine: { power: '100 kW' }, safety: { airbags: 7 } } } },
    ],
    [
      'JSON:API categories',
      {
        data: [
          { type: 'category', id: 'engine', attributes: { power: '100 kW' } },
          { type: 'category', id: 'safety', attributes: { airbags: 7 } },
        ],
      },
    ],
    ['GraphQL', { data: { vehicle: { specs: { engine: { power: '100 kW' }, safety: { airbags: 7 } } } } }],
    [
      'a list with a category for each field',
      [
        { category: 'engine', name: 'power', value: '100 kW' },
        { category: 'engine', name: 'torque', value: '200 Nm' },
        { category: 'safety', name: 'airbags', value: 7 },
      ],
    ],
  ])('reads %s', (_what, body) => {
    const parts = readSpecs(body, '42', ['engine', 'safety'])
    const shown = JSON.stringify(parts)
    for (const text of ['100 kW', '"7"', ...(Array.isArray(body) ? ['200 Nm'] : [])]) expect(shown).toContain(text)
    expect(parts.slice(0, 2).map(({ given }) => given)).toEqual([true, true])
  })

  it('reads requested categories that are provided, empty or missing', () => {
    const parts = readSpecs(
      { success: true, vehicle_id: '42', specs: { engine: { power_kw: 100 }, power: null } },
      '42',
      ['engine', 'power', 'wheels'],
    )
    expect(parts.map(({ category, given, details }) => [category, given, details.length])).toEqual([
      ['engine', true, 1],
      ['power', true, 0],
      ['wheels', false, 0],
    ])
  })
  it.each([
    ['bare', { engine: { power_kw: 100 } }],
    ['an envelope', { data: { specs: { Engine: { power_kw: 100 } } } }],
    ['a list', { specs: [{ category: 'engine', values: { power_kw: 100 } }] }],
    ['a list of fields', { specs: { engine: [{ name: 'power_kw', value: 100 }] } }],
  ])('%s', (_what, body) => {
    const engine = readSpecs(body, '42', ['engine'])[0]
    expect(engine?.details).toEqual([{ name: 'power_kw', label: 'Power (kW)', text: '100', children: [] }])
  })
  it('shows prices with their sign, and no other number', () => {
    const base = { new_price: 47_460, privatePrice: '21,500', price_guide: 'on request', seats: 5, price: null }
    const details = readSpecs({ specs: { base } }, '42', ['base'])[0]?.details ?? []
    expect(details.map(({ text }) => text)).toEqual(['$47,460', '$21,500', 'on request', '5', null])
  })
  it('shows unknown categories and fields last', () => {
    const parts = readSpecs(
      { specs: { engine: {}, infotainment: { screen: '9 inch' }, note: 'x' }, credits: 3 },
      '42',
      ['engine'],
    )
    expect(parts.map(({ label }) => label)).toEqual(['Engine', 'Infotainment', 'Other'])
    expect(parts[2]?.details.map(({ label, text }) => [label, text])).toEqual([
      ['Note', 'x'],
      ['Credits', '3'],
    ])
  })
  it('has sixteen categories', () => {
    expect(readSpecs({ specs: {} }, '42', null)).toHaveLength(16)
  })
})
