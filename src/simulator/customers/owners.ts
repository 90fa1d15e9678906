import type { Catalogue } from '../catalogue/catalogue.ts'
import { vinOf } from '../catalogue/vin.ts'
import { randomFor, type RandomSource } from '../seeded-random.ts'
import type { QueuedCustomer } from '../uploads/upload-input.ts'
import { australianStates } from '../wire/reading.ts'

/**
 * Plate patterns in current use, by state and for New Zealand: A is a letter, 9 a digit, other characters are literal.
 */
const plateForms: Readonly<Record<(typeof australianStates)[number] | 'nz', string>> = {
  NSW: 'AA99AA',
  VIC: '1AA9AA',
  QLD: '999AA9',
  SA: 'S999AAA',
  WA: '1AAA999',
  TAS: 'A99AA',
  ACT: 'YAA99A',
  NT: 'CA99AA',
  nz: 'AAA999',
}

const firstNames =
  'Olivia Noah Amelia Jack Isla William Mia Leo Ava Henry Grace Lucas Zoe Ethan Ruby Mason Kiri Tane Priya Arjun Mei Wei Linh Minh Sofia Marco Fatima Omar Chloe Liam'.split(
    ' ',
  )
const lastNames =
  "Smith Jones Williams Brown Wilson Taylor Nguyen Singh Lee Chen Kelly O'Brien Walker Murphy Ryan King Patel Tran Campbell Anderson Ngata Te-Rangi Rossi Papadopoulos Haddad Van-der-Berg".split(
    ' ',
  )

/**
 * Mobile numbers that the regulator keeps for fiction: they can never ring (ACMA, numbers for use in radio, film and
 * television).
 */
const fictionNumbers =
  '0491570006 0491570156 0491570157 0491570158 0491570159 0491570110 0491570313 0491570737 0491571266 0491571491 0491571804 0491572549 0491572665 0491572983 0491573770 0491573087 0491574118 0491574632 0491575254 0491575789 0491576398 0491576801 0491577426 0491577644 0491578957 0491578148 0491578888 0491579212 0491579760 0491579455'.split(
    ' ',
  )

/** Made-up past customers for a new store. No sale date is after `nowMs`. */
export function fictitiousOwners(
  catalogue: Catalogue,
  seed: string,
  region: 'au' | 'nz',
  count: number,
  nowMs: number,
): QueuedCustomer[] {
  return Array.from({ length: count }, (_, at) =>
    ownerOf(catalogue, randomFor(seed, 'owner', region, at), region, nowMs),
  )
}

function ownerOf(catalogue: Catalogue, random: RandomSource, region: 'au' | 'nz', nowMs: number): QueuedCustomer {
  const vehicle = random.pick(catalogue.vehicles)
  const state = region === 'au' ? random.pick(australianStates) : null
  const builtMs = Date.UTC(vehicle.year, 5, 1)
  const saleMs = builtMs + random.next() * Math.max(0, nowMs - builtMs)
  return {
    rego: plateOf(plateForms[state ?? 'nz'], random),
    state,
    vin: random.next() < 0.6 ? vinOf(vehicle, random.whole(1, 999_999)) : null,
    client_name: `${random.pick(firstNames)} ${random.pick(lastNames).replaceAll('-', ' ')}`,
    // New Zealand reserves no numbers for fiction, so these customers have none.
    mobile_number: region === 'au' ? random.pick(fictionNumbers) : null,
    sale_date: new Date(Math.min(saleMs, nowMs)).toISOString().slice(0, 10),
    expiry_date: null,
    additional_fields: { Make: vehicle.make, Model: vehicle.model, Badge: vehicle.badge, Series: vehicle.series },
  }
}

/** Letters that are easily taken for digits are left out, as the authorities do. */
function plateOf(form: string, random: RandomSource): string {
  return form.replace(/[A9]/g, (kind) =>
    kind === 'A' ? random.pick([...'ABCDEFGHJKLMNPRSTUWXYZ']) : String(random.whole(0, 9)),
  )
}
