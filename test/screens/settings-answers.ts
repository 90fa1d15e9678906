import type { CallSettings } from '../../src/contract/call-hours.ts'
import { success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { practice } from './standard-answers.ts'

export const callSettings: CallSettings = {
  hours: [null, ...Array.from({ length: 5 }, () => ({ from: '09:00', to: '20:00' })), { from: '09:00', to: '17:00' }],
  holidays: 'state',
  areas: { nz: null, my: null },
  changes: [],
}

/** What Settings asks, with the defaults of a new PC. */
export function answerSettings(host: HostTwin): void {
  host.answer('sightings.callSettings', () => success(callSettings))
  host.answer('sightings.holidays', () => success({ holidays: [] }))
  host.answer('app.startWithSystem', () => success({ supported: false, on: false }))
  host.answer('connections.advancedDefaults', () => success(practice.advanced))
  host.answer('updates.status', () => success({ state: 'off' }))
  host.answer('backups.status', () =>
    success({
      isStored: true,
      plan: null,
      running: false,
      lastAt: null,
      lastFile: null,
      nextDate: null,
      failure: null,
      failingSince: null,
      retryAt: null,
    }),
  )
}
