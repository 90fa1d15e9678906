import type { CustomerInput } from '../src/core/service/service-client.ts'

/** Customers as they are posted, every one with all its fields. */
export const madeInputs = (rows: number): CustomerInput[] =>
  Array.from({ length: rows }, (_, index) => ({
    rego: regoOf(index),
    state: 'VIC' as const,
    vin: `MR0ABCDEFGH${String(index).padStart(6, '0')}`,
    client_name: `Client ${index}`,
    mobile_number: '0491570006',
    sale_date: '2024-03-04',
    additional_fields: { Make: 'Toyota', Model: 'HiLux', Notes: 'Has a “sports” towbar' },
  }))

/** The same customers as a dealer's list (CSV), ready to be sent as it is. */
export function listOfInputs(rows: number): string {
  const lines = ['Rego,State,VIN,Name,Mobile,Delivered,Make,Model,Notes']
  for (const { rego, state, vin, client_name: name, additional_fields: more = {} } of madeInputs(rows)) {
    lines.push([rego, state, vin, name, '0491 570 006', '4/3/2024', more.Make, more.Model, more.Notes].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Three letters and three digits. */
function regoOf(index: number): string {
  const letters = [484, 22, 1].map((place) => 'ABCDEFGHJKLMNPRSTUWXYZ'[Math.floor(index / 1_000 / place) % 22])
  return `${letters.join('')}${String(index % 1_000).padStart(3, '0')}`
}
