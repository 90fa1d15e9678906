import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ExportLogEntry } from '../../src/contract/export-log.ts'
import type { DeletionReceipt, PersonMatch } from '../../src/contract/privacy.ts'
import { failure, success } from '../../src/contract/result.ts'
import type { RetentionStatus } from '../../src/contract/retention.ts'
import { keepEverything } from '../../src/contract/retention-kinds.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { accessibilityFindings } from '../window/accessibility-findings.ts'
import { download } from '../window/controls.ts'

const kept: RetentionStatus = { days: keepEverything, running: false, last: null, waitsUntil: null }
const nothingOld = { lookups: 0, uploads: 0, notes: 0, logs: 0, exports: 0 }

const entry: ExportLogEntry = {
  number: 2,
  at: '2026-11-19T02:00:00Z',
  action: 'privacy.exportPerson',
  person: 'Jo Taylor',
  rows: null,
  fileName: 'person.html',
  hasHiddenNumbers: false,
}

/** Opens the screen Privacy before anything was deleted or exported, unless a test prepares it. */
async function openPrivacy(
  tab: 'One person' | 'Old data' | 'Exports' | 'What leaves this PC',
  prepare?: (host: HostTwin) => void,
): Promise<{ readonly host: HostTwin; readonly page: Page }> {
  const host = createPracticeHost()
  host.answer('dataExport.status', () => success({ last: null, hasDialog: false, canOpenFolder: false }))
  host.answer('retention.status', () => success(kept))
  host.answer('exportLog.list', () => success({ total: 0, entries: [] }))
  prepare?.(host)
  const page = await openWindow('/privacy', host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('heading', { name: 'Receipts' }).waitFor()
  await page.getByRole('tab', { name: tab }).click()
  return { host, page }
}

describe('the receipts of deletions', () => {
  it('tell a deletion that another PC of the team asked for from one of this PC, before and after it', async () => {
    const own: DeletionReceipt = {
      id: 'c'.repeat(36),
      at: '2026-11-18T02:00:00Z',
      state: 'done',
      places: [{ place: 'customers', count: 1 }],
      atService: { asked: 1, deleted: 1, refused: 0, at: '2026-11-18T02:01:00Z' },
      withdrawnRows: 0,
      waitingRows: 0,
      unreadableFiles: [],
      byTeam: false,
    }
    const atService = { asked: 0, deleted: 0, refused: 0, at: null }
    const received: DeletionReceipt = {
      ...own,
      id: 'a'.repeat(36),
      byTeam: true,
      state: 'erasing',
      places: [],
      atService,
    }
    const deletions: DeletionReceipt[] = [received, { ...received, id: 'b'.repeat(36), state: 'done' }, own]
    const { host, page } = await openPrivacy('One person', (twin) => {
      twin.answer('privacy.deletions', () => success({ deletions }))
      twin.answer('privacy.continueDeletions', () => success({ deletions }))
    })
    await page.getByText('A person was deleted on another PC of your team').waitFor()
    const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('heading', { level: 3 })
    await expect
      .poll(() => receipts.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Asked for by another PC of the team on /),
        expect.stringMatching(/^Deleted for another PC of the team on /),
        expect.stringMatching(/^Deleted on /),
      ])
    await page.getByText('A person was deleted there.').waitFor()
    expect(await page.getByText('There was nothing on this PC.').count()).toBe(1)
    await page.getByRole('button', { name: 'Delete now' }).click()
    await expect.poll(() => host.inputsOf('privacy.continueDeletions')).toEqual([{}])
    host.answer('privacy.continueDeletions', () => failure({ kind: 'disk-full', message: 'The disk is full.' }))
    await page.getByRole('button', { name: 'Delete now' }).click()
    await page.getByText('The disk is full.').waitFor()
  })
})

describe('the deletion of a person', () => {
  const match: PersonMatch = {
    key: 'jane',
    name: 'Jane Citizen',
    mobileNumber: null,
    rego: null,
    vin: null,
    reason: 'same',
    suggested: true,
    places: [{ place: 'customers', count: 1 }],
  }
  const noTeam = { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null } as const

  it.each([
    ['none', 0],
    ['member', 1],
  ] as const)('asks first, and names the other PCs only in a team (%s)', async (state, sentences) => {
    const { host, page } = await openPrivacy('One person', (twin) => {
      twin.answer('team.status', () => success({ ...noTeam, state }))
      twin.answer('privacy.findPerson', () => success({ matches: [match], isCut: false, plannedRows: 0, sentRows: 0 }))
    })
    await page.getByRole('searchbox', { name: 'Name, mobile, rego or VIN' }).fill('Jane')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: 'Delete everywhere…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this person everywhere?' })
    await question.getByText(/on this PC and at the service/).waitFor()
    expect(await question.getByText(/The other PCs of your team also delete/).count()).toBe(sentences)
    expect(await question.getByText(/Do Not Contact/).count()).toBe(0)
    expect(host.inputsOf('privacy.deletePerson')).toEqual([])
  })

  it('says before that the Do Not Contact marks of the person go too', async () => {
    const { page } = await openPrivacy('One person', (twin) => {
      const marked = { ...match, places: [...match.places, { place: 'do-not-contact' as const, count: 1 }] }
      twin.answer('team.status', () => success({ ...noTeam, state: 'none' }))
      twin.answer('privacy.findPerson', () => success({ matches: [marked], isCut: false, plannedRows: 0, sentRows: 0 }))
    })
    await page.getByRole('searchbox', { name: 'Name, mobile, rego or VIN' }).fill('Jane')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: 'Delete everywhere…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this person everywhere?' })
    await question.getByText(/imported again, this person can be called/).waitFor()
    expect(await question.count()).toBe(1)
  })
})

describe('the tabs', () => {
  it('keep what was found and chosen while another one is read, are in the address, and have unique landmarks', async () => {
    const { page } = await openPrivacy('Old data', (twin) => {
      twin.answer('exportLog.list', () => success({ total: 1, entries: [entry] }))
      twin.answer('retention.preview', () => success(nothingOld))
    })
    await page.getByRole('combobox', { name: 'Uploads' }).selectOption('After 2 years')
    await page.getByRole('tab', { name: 'Exports' }).click()
    await page.getByRole('heading', { name: 'Exports and revealed numbers' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/privacy?tab=exports')
    expect(await accessibilityFindings(page, { rules: ['landmark-unique'] })).toEqual([])
    await page.getByRole('tab', { name: 'Old data' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).waitFor()
  })
})

describe('old data', () => {
  it('is counted before it is deleted after a question, and the choice is kept', async () => {
    const { host, page } = await openPrivacy('Old data', (twin) => {
      let status = kept
      twin.answer('retention.status', () => success(status))
      twin.answer('retention.preview', ({ days }) => success({ ...nothingOld, logs: days.logs === null ? 0 : 1 }))
      twin.answer('retention.setDays', ({ days }) => {
        status = { ...kept, days, last: { at: '2026-11-19T23:31:00Z', deleted: { ...nothingOld, logs: 1 } } }
        return success(status)
      })
    })
    await page.getByText('No old data has been deleted yet.').waitFor()
    await page.getByRole('combobox', { name: 'Uploads' }).selectOption('After 2 years')
    await page.getByText('Nothing is old enough to be deleted now.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    const log = page.getByRole('combobox', { name: 'Log', exact: true })
    await log.selectOption('After 90 days')
    await page.getByText('The next run deletes 1 line of the log.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    expect(host.inputsOf('retention.setDays')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText(/^Deleted on .*: 1 line of the log\.$/).waitFor()
    expect(host.inputsOf('retention.setDays')).toEqual([{ days: { ...keepEverything, logs: 90 } }])
    expect(await log.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.label)).toBe('After 90 days')
  })
})

describe('the list of exports', () => {
  const entries: ExportLogEntry[] = [
    entry,
    { ...entry, number: 1, action: 'customers.revealMobile', rows: 1, fileName: null },
  ]

  it('has each with its time, its file and who was working, is searched by text and days, and is exported', async () => {
    const { host, page } = await openPrivacy('Exports', (twin) => {
      twin.answer('exportLog.list', ({ search = '', to = null }) => {
        const found =
          to === '2020-01-01' ? [] : entries.filter(({ action }) => search === '' || action === 'privacy.exportPerson')
        return success({ total: found.length, entries: found })
      })
      twin.answer('exportLog.export', () =>
        success({ fileName: 'exports.csv', mimeType: 'text/csv', encoding: 'utf8', content: 'What\r\n', rows: 1 }),
      )
    })
    const list = page.getByRole('region', { name: 'Exports and revealed numbers' }).getByRole('table')
    const row = list.getByRole('row').filter({ hasText: 'One person exported' })
    await row.filter({ hasText: 'Jo Taylor' }).filter({ hasText: '19/11/2026, 1:00 pm' }).waitFor()
    expect(await row.innerText()).toContain('person.html')
    await list.getByRole('row').filter({ hasText: 'Hidden number shown' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search by what, who or file' }).fill('one person')
    await page.getByText('1 entry', { exact: true }).waitFor()
    const until = page.getByRole('textbox', { name: 'Until day', exact: true })
    await until.fill('1/1/2020')
    await until.press('Tab')
    await page.getByText('Nothing matches your search.').waitFor()
    await until.fill('')
    await until.press('Tab')
    await page.getByText('1 entry', { exact: true }).waitFor()
    const from = page.getByRole('textbox', { name: 'From day', exact: true })
    await from.fill('1/1/2020')
    await from.press('Tab')
    const wanted = { search: 'one person', from: '2020-01-01', to: null }
    await expect.poll(() => host.inputsOf('exportLog.list').at(-1)).toMatchObject(wanted)
    await page.getByText('1 entry', { exact: true }).waitFor()
    expect((await download(page, 'Export as CSV')).text).toContain('What')
    expect(host.inputsOf('exportLog.export')).toEqual([wanted])
  })
})

describe('the list of what leaves this PC', () => {
  it('has an example of each call', async () => {
    const { page } = await openPrivacy('What leaves this PC')
    expect(await page.getByRole('group').filter({ hasText: '/v2/' }).count()).toBeGreaterThan(15)
    await page.getByText(/A team’s calls go to its database\./).waitFor()
    await page.getByText('Team database: send entries').waitFor()
    await page.getByText('GET /v2/recapture/customers', { exact: true }).click()
    await page.getByText(/^At the start, at the interval in Settings, before and after uploads/).waitFor()
    expect(await page.getByText('GET /v2/recapture/customers', { exact: true }).count()).toBe(1)
  })
})
