import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Detail } from '../../../../src/contract/details.ts'
import { detailOf, detailsOf } from '../../../../src/core/details/details.ts'

const shown = (name: string, value: unknown) => {
  const { label, text } = detailOf(name, value)
  return [label, text]
}
const texts = (details: readonly Detail[]): string[] =>
  details.flatMap(({ label, text, children }) => [label, ...(text === null ? [] : [text]), ...texts(children)])

describe('detailsOf', () => {
  it.each([
    ['torque_nm', 420, 'Torque (Nm)', '420'],
    ['torqueNm', 420, 'Torque (Nm)', '420'],
    ['co2_g_per_km', 177, 'CO2 (g/km)', '177'],
    ['combined_l_per_100km', 7.6, 'Combined (L/100 km)', '7.6'],
    ['kerb_weight_kg', 2080, 'Kerb weight (kg)', '2,080'],
    ['length_mm', '5330', 'Length (mm)', '5330'],
    ['torque_nm', null, 'Torque (Nm)', null],
    ['class_a', 'yes', 'Class a', 'yes'],
    ['days', 12, 'Days', '12'],
    ['year', 2019, 'Year', '2019'],
    ['built', 2019, 'Built', '2019'],
    ['vehicle_id', 1234567, 'Vehicle ID', '1234567'],
    ['code', 12345, 'Code', '12345'],
    ['plate_number', 123456, 'Plate number', '123456'],
    ['price', 24990, 'Price', '24,990'],
    ['score', 0.1, 'Score', '0.1'],
    ['balance', -0, 'Balance', '0'],
    ['big', 1e21, 'Big', '1,000,000,000,000,000,000,000'],
    ['abs', true, 'ABS', 'Yes'],
    ['sunroof', false, 'Sunroof', 'No'],
    ['registration_expiry', '2027-11-03', 'Registration expiry', '3/11/2027'],
    ['sale_date', '2027-11-03T00:00:00.000Z', 'Sale date', '3/11/2027'],
    ['sale_date', '2027-11-03T00:00:00+11:00', 'Sale date', '3/11/2027'],
    ['seen', '2027-11-03 14:05', 'Seen', '3/11/2027, 2:05 pm'],
    ['text', '2027-99-03', 'Text', '2027-99-03'],
    ['p_plate_status', 'allowed', 'P-plate status', 'allowed'],
    ['color', 'White', 'Colour', 'White'],
    ['', 'x', '(no name)', 'x'],
    ['tags', ['demo', 'one_owner'], 'Tags', 'demo, one_owner'],
    ['tags', [], 'Tags', null],
    ['tags', {}, 'Tags', null],
    ['note', '', 'Note', null],
    ['note', ' null ', 'Note', null],
    ['note', 'undefined', 'Note', null],
    ['note', 'a\u0000b\u202ec\td', 'Note', 'abc d'],
    ['note', 'one\r\ntwo', 'Note', 'one\ntwo'],
  ])('%s: %j', (name, value, label, text) => expect(shown(name, value)).toEqual([label, text]))

  it('shows times in this PC’s time zone', () => {
    const at = new Date('2027-11-03T03:05:00Z')
    const hours = at.getHours()
    expect(detailOf('at', '2027-11-03T03:05:00Z').text).toBe(
      `${at.getDate()}/${at.getMonth() + 1}/2027, ${hours % 12 || 12}:${String(at.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`,
    )
  })

  it('shows records and lists as children, labelled with their titles', () => {
    const details = detailsOf(
      {
        engine: { power_kw: 150, cylinders: 4 },
        packs: [{ name: 'Towing', price: 1650 }, { price: 10 }],
        hidden: 1,
      },
      ['hidden'],
    )
    expect(details.map(({ name }) => name)).toEqual(['engine', 'packs'])
    expect(details[0]?.children.map(({ label, text }) => [label, text])).toEqual([
      ['Power (kW)', '150'],
      ['Cylinders', '4'],
    ])
    expect(details[1]?.children.map(({ label }) => label)).toEqual(['Towing', '2'])
  })

  it('says how many fields are not shown', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 12; level += 1) deep = { level: deep }
    expect(texts([detailOf('deep', deep)])).toContain('One more field is not shown.')
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]))
    const details = detailsOf(wide)
    expect(details).toHaveLength(4_001)
    expect(details.at(-1)).toMatchObject({ label: 'Not shown', text: '1,000 more fields are not shown.' })
    expect(detailOf('long', 'x'.repeat(6_000)).text).toMatch(/… \(1,000 more characters\)$/)
  })

  it('never throws for any JSON, and never shows technical values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (record) => {
        for (const text of texts(detailsOf(record))) {
          expect(['undefined', 'null', 'NaN', '[object Object]']).not.toContain(text)
          // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
        }
      }),
    )
  })
})
