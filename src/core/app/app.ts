import { defaultPreferences, type Preferences } from '../../contract/preferences.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { ReportParts } from '../diagnosis/report.ts'
import { versions } from '../diagnosis/versions.ts'
import type { Database } from '../database/database.ts'
import { writeSetting } from '../database/settings.ts'
import { fail } from '../failures/failure-error.ts'
import type { LoginItem, Opener } from '../ports/host.ts'
import { checkedLink } from './checked-link.ts'
import { preferencesSetting, savedPreferences } from './saved-preferences.ts'
import type { OpenedFiles } from './opened-files.ts'

export interface AppParts extends ReportParts {
  readonly opener: Opener
  readonly openedFiles: Pick<OpenedFiles, 'take'>
  /** Hosts of the services of all connections; none until storage is open. */
  readonly serviceHosts: () => readonly string[]
  /** Absent: the host cannot. */
  readonly paste?: () => void
  readonly showTheme?: (theme: Preferences['theme']) => void
  /** Absent or null: the host cannot start with the system. */
  readonly loginItem?: LoginItem | null
}

export type AppHandlers = DomainHandlers<'app', AbortSignal> & {
  /** Called when storage has opened: saves preferences that were set before. */
  handleStorageOpened(): void
  dateFormat(): Preferences['dateFormat']
}

export function createApp(parts: AppParts): AppHandlers {
  /** Preferences that were set before storage was open. */
  let unsaved: Partial<Preferences> = {}

  const current = (): Preferences => ({
    ...defaultPreferences,
    ...savedPreferences(parts.database()),
    ...unsaved,
  })

  const loginState = () => ({ supported: Boolean(parts.loginItem), on: parts.loginItem?.isOn() ?? false })

  const save = (): void => {
    const database = parts.database()
    if (!database) return
    writeSetting(database, preferencesSetting, JSON.stringify(current()))
    unsaved = {}
  }

  /** Whether the data has no connection yet, and its preferences were never saved. */
  const isNew = (database: Database | null): boolean =>
    Object.keys(savedPreferences(database)).length === 0 &&
    database?.get('SELECT 1 AS found FROM connection LIMIT 1') === undefined

  return {
    handleStorageOpened() {
      // Nobody has used an earlier version with new data: there are no changes to report.
      if (isNew(parts.database())) unsaved = { noticedVersion: parts.version, readVersion: parts.version, ...unsaved }
      if (Object.keys(unsaved).length > 0) save()
      parts.showTheme?.(current().theme)
    },
    info: async () => ({
      name: 'Forecourt',
      version: parts.version,
      host: parts.host,
      versions: versions(),
      dataFolder: parts.dataFolder,
    }),
    dateFormat: () => current().dateFormat,
    preferences: async () => current(),
    async setPreferences(changes) {
      unsaved = { ...unsaved, ...changes }
      save()
      parts.showTheme?.(current().theme)
      return current()
    },
    startWithSystem: async () => loginState(),
    async setStartWithSystem({ on }) {
      if (!parts.loginItem) fail('invalid-input', 'Forecourt can’t start with this system.')
      parts.loginItem.set(on)
      return loginState()
    },
    async paste() {
      parts.paste?.()
      return { pasted: parts.paste !== undefined }
    },
    async report() {
      const { makeReport } = await import('../diagnosis/report.ts')
      const fileName = `Forecourt report ${localDate(parts.clock.now())}.txt`
      return { fileName, mimeType: 'text/plain', encoding: 'utf8', content: await makeReport(parts) }
    },
    takeOpenedFile: () => parts.openedFiles.take(),
    async openLink({ url, confirmed = false }) {
      const address = checkedLink(url)
      if (address === null) {
        fail('invalid-input', 'This link can’t be opened.', {
          kept: 'Only https, phone, text message and email links are opened.',
        })
      }
      const { protocol, hostname } = new URL(address)
      if (protocol === 'https:' && !confirmed && !isKnownSite(hostname, parts.serviceHosts())) {
        return { address, result: 'unknown-site' }
      }
      return { address, result: await parts.opener(address) }
    },
  }
}

/** Sites with used cars for sale in the three regions, and names that are kept free for examples, as practice uses them (RFC 2606). */
const listingSites: readonly string[] = [
  'autotrader.com.au',
  'carsales.com.au',
  'carsguide.com.au',
  'drive.com.au',
  'gumtree.com.au',
  'redbook.com.au',
  'autotrader.co.nz',
  'needacar.co.nz',
  'trademe.co.nz',
  'turners.co.nz',
  'carlist.my',
  'carsome.my',
  'mudah.my',
  'example',
]

/** Whether a website is opened without a question: a listing site or one below it, or a host of a connected service. */
const isKnownSite = (host: string, serviceHosts: readonly string[]): boolean =>
  serviceHosts.includes(host) || listingSites.some((site) => host === site || host.endsWith(`.${site}`))
