import { plateKey } from '../../fields/plate-rules.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import type { TeamCar, TeamContent } from './entry-kinds.ts'

/**
 * What an entry is about. Entries with the same subject are merged into one state, without entries of other subjects. The key is
 * stored: its form must not change.
 */
export type SubjectKey = string

export const membersSubject: SubjectKey = 'members'
export const contactSubject = (account: string): SubjectKey => `contact ${account}`
export const uploadSubject = (fileHash: string): SubjectKey => `upload ${fileHash}`

export function carSubject(car: Pick<TeamCar, 'account' | 'customerId' | 'rego' | 'state' | 'vin'>): SubjectKey {
  const { account, customerId, rego, state, vin } = car
  if (customerId !== null) return `car ${account} id:${customerId}`
  const vehicle = { rego: rego && plateKey(rego), state, vin: vin && vin.replaceAll(/[\s-]/g, '') }
  // The last key is the VIN, if there is one: it stays when the car is registered elsewhere.
  return `car ${account} ${vehicleKeys(vehicle).at(-1) ?? ''}`
}

export function subjectOf(content: TeamContent): SubjectKey {
  switch (content.kind) {
    case 'outcome':
    case 'outcome-undone':
    case 'assignment':
    case 'lock':
    case 'lock-released':
      return carSubject(content.data.car)
    case 'do-not-contact':
    case 'contact-allowed':
      return contactSubject(content.data.account)
    case 'template':
    case 'view':
      return `${content.kind} ${content.data.id}`
    case 'upload':
      return uploadSubject(content.data.fileHash)
    case 'members':
    case 'join':
    case 'leave':
      return membersSubject
    case 'erased':
      return 'erased'
  }
}
