import type { TeamCar, TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { newEntryId, type EntryHead } from '../../../../src/core/team/log/entry.ts'

export const account = 'https://api.example.com au'
export const teamCar = (customerId: string, more: Partial<TeamCar> = {}): TeamCar => ({
  account,
  region: 'au',
  customerId,
  rego: null,
  state: null,
  vin: null,
  name: null,
  ...more,
})

export const sampleHead = (more: Partial<EntryHead> = {}): EntryHead => ({
  id: newEntryId(),
  at: [Date.UTC(2026, 10, 23), 2],
  after: [],
  by: { id: 'person', name: 'Alex Chen' },
  ...more,
})

/** A call note about a car. */
export const noteAbout = (about: TeamCar, text: string): TeamContent & { readonly kind: 'outcome' } => ({
  kind: 'outcome',
  data: { ...sampleContents[0].data, car: about, note: text },
})

const car = teamCar('7', { rego: 'ABC123', state: 'NSW', vin: '6G1FA8E5AZ4033922', name: 'Jane Citizen' })
const device = '00000000-0000-4000-8000-000000000001'
const key = 'A'.repeat(43)

/** One entry of each kind. */
export const sampleContents = [
  {
    kind: 'outcome',
    data: {
      car,
      outcome: 'call_back',
      note: 'Call after work',
      nextAction: 'Call',
      nextDate: '2026-11-24',
      nextTime: '17:30',
      amount: null,
      calledAt: '2026-11-23T00:00:00.000Z',
    },
  },
  { kind: 'outcome-undone', data: { car, outcome: `${device}:x` } },
  { kind: 'assignment', data: { car, to: { id: 'p', name: 'Sam Lee' } } },
  { kind: 'lock', data: { car, seconds: 300 } },
  { kind: 'lock-released', data: { car, locks: [`${device}:y`] } },
  { kind: 'do-not-contact', data: { account, region: 'au', customerId: '7', mobiles: ['61491570006'] } },
  { kind: 'contact-allowed', data: { account, marks: [`${device}:z`] } },
  {
    kind: 'template',
    data: { id: 't', content: { channel: 'sms', name: 'Hello', subject: '', text: 'Hi {first name}' } },
  },
  { kind: 'view', data: { id: 'v', content: { list: 'customers', name: 'Old cars', definition: '{}' } } },
  {
    kind: 'upload',
    data: {
      id: 'u',
      account,
      name: 'November',
      fileName: 'november.csv',
      fileHash: 'ab'.repeat(32),
      rows: 10,
      created: 9,
      finished: true,
      startedAt: '2026-11-20T01:00:00.000Z',
    },
  },
  {
    kind: 'members',
    data: {
      version: 1,
      members: [{ device, name: 'Front desk', role: 'owner', signKey: key, boxKey: key, until: null }],
      grants: [{ id: 'g', publicKey: key, role: 'member', expiresAt: 5, closed: false }],
      keys: [{ id: '0123456789abcdef', version: 2, sealed: [{ device, box: 'x' }] }],
    },
  },
  { kind: 'join', data: { name: 'Back office', signKey: key, boxKey: key, grant: 'g', proof: 'p' } },
  { kind: 'leave', data: {} },
  { kind: 'erased', data: { marks: [key], entries: [[device, 3]] } },
] as const satisfies readonly TeamContent[]
