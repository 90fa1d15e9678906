import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DeletionReceipt } from '../../../../src/contract/privacy.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createPrivacy, type Privacy } from '../../../../src/core/privacy/privacy.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { dataKey, openData, plantEverywhere, type Planted } from './plant-person.ts'

export const { signal } = new AbortController()

export const jane: Planted = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Jane Quackenbush',
  mobile: '0491570156',
  rego: 'QXJ123',
  vin: 'WVWZZZ1KZ6W612305',
}
export const omar: Planted = {
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Omar Nguyen',
  mobile: '0491570158',
  rego: 'OMR778',
  vin: 'JTDBR32E720054321',
}

export const textsOf = ({ id, name, mobile, rego, vin }: Planted): string[] => [id, name, mobile, rego, vin]

/** A data folder with a person, and another one, in every place. */
export async function plantedFolder(person = jane, other = omar): Promise<string> {
  const folder = createDataFolder()
  mkdirSync(folder, { recursive: true })
  await plantEverywhere(folder, person, other)
  return folder
}

export interface PrivacyRun {
  readonly privacy: Privacy
  database(): Database
  /** Opens the database again, as storage does. */
  reopen(): Promise<void>
  /** Deletes what is suggested for a text. */
  erase(text: string): Promise<DeletionReceipt>
}

/** Without storage, nothing else can be deleted. */
const protectionTwin = {
  protection: async () => 'keychain' as const,
  requirePassword: async () => undefined,
  deleteAllData: () => Promise.reject(new Error('There is no storage here')),
}

/** Privacy alone: the database is opened and closed as storage does. */
export async function startPrivacy(folder: string): Promise<PrivacyRun> {
  let database = openData(folder)
  onTestFinished(() => database.close())
  const reopen = async (): Promise<void> => {
    database.close()
    database = openData(folder)
    await privacy.continueDeletions(database, { path: join(folder, 'forecourt.db'), key: dataKey }, () => undefined)
  }
  const privacy = createPrivacy({
    dataFolder: folder,
    clock: createClockTwin(new Date('2026-11-22T00:00:00.000Z')),
    log: createLogTwin(),
    requireDatabase: () => database,
    reopen,
    ...protectionTwin,
  })
  await privacy.continueDeletions(database, { path: join(folder, 'forecourt.db'), key: dataKey }, () => undefined)
  return {
    privacy,
    database: () => database,
    reopen,
    async erase(text) {
      const { matches } = await privacy.handlers.findPerson({ text }, signal)
      const chosen = matches.filter(({ suggested }) => suggested).map(({ key }) => key)
      return privacy.handlers.deletePerson({ text, chosen }, signal)
    },
  }
}
