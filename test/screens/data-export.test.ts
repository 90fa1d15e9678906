import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { DataExport } from '../../src/contract/data-export.ts'
import { failure, success } from '../../src/contract/result.ts'
import { keepEverything } from '../../src/contract/retention-kinds.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { longTest } from '../runs.ts'

const running: DataExport = {
  format: 'xlsx',
  connectionId: null,
  includeDoNotContactNumbers: false,
  connectionNames: ['Practice'],
  path: '/media/usb/Forecourt export 2026-11-20',
  state: 'running',
  startedAt: '2026-11-19T23:30:00Z',
  endedAt: null,
  rows: 120,
  files: 2,
  part: 0.4,
  secondsLeft: 12,
  failure: null,
}
const done: DataExport = { ...running, state: 'done', endedAt: '2026-11-19T23:31:00Z', rows: 1_200, files: 8, part: 1 }

/** Opens Privacy after this export; methods that change it replace it and say so. */
async function openPrivacy(given: DataExport | null): Promise<{
  readonly host: HostTwin
  readonly page: Page
  /** The last export from now on. */
  show(next: DataExport | null): void
}> {
  const host = createPracticeHost()
  let last = given
  const show = (next: DataExport | null): void => {
    last = next
    host.announce({ name: 'dataExport.changed' })
  }
  host.answer('dataExport.status', () => success({ last, hasDialog: false, canOpenFolder: false }))
  host.answer('dataExport.cancel', () => (show(null), success({})))
  host.answer('retention.status', () => success({ days: keepEverything, running: false, last: null, waitsUntil: null }))
  host.answer('exportLog.list', () => success({ total: 0, entries: [] }))
  const page = await openWindow('/privacy?tab=exports', host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('heading', { name: 'Export everything' }).waitFor()
  return { host, page, show }
}

describe('an export of everything', () => {
  longTest('begins with the folder, the form and the format that were entered, once the folder is found', async () => {
    const { host, page, show } = await openPrivacy(null)
    host.answer('dataExport.chooseFolder', ({ path }) =>
      path === '/media/usb'
        ? success({ folder: path })
        : failure({ kind: 'invalid-input', message: `Can't find the folder ${path}.` }),
    )
    host.answer('dataExport.start', () => (show(running), success(running)))
    await page.getByRole('button', { name: 'Export everything…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export everything' })
    const start = dialog.getByRole('button', { name: 'Export', exact: true })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/media/missing')
    await start.click()
    await dialog.getByRole('alert').getByText("Can't find the folder").waitFor()
    expect(host.inputsOf('dataExport.start')).toEqual([])
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/media/usb')
    await dialog.getByText('CSV', { exact: true }).click()
    await start.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Exporting… It is cancelled when you close Forecourt or delete a person.').waitFor()
    expect(host.inputsOf('dataExport.start')).toEqual([
      {
        folder: '/media/usb',
        name: null,
        format: 'csv',
        connectionId: null,
        includeDoNotContactNumbers: false,
      },
    ])
    show(done)
    await page.getByText(/^Export complete\. 1,200 rows in 8 files/).waitFor()
  })

  it('shows where it was saved', async () => {
    const { page } = await openPrivacy(done)
    await page.getByText(done.path).waitFor()
    // The browser host cannot show a folder.
    expect(await page.getByRole('button', { name: 'Open folder' }).count()).toBe(0)
  })

  it('that runs is cancelled after a question', async () => {
    const { host, page } = await openPrivacy(running)
    await page.getByRole('button', { name: 'Cancel export' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this export?' })
    expect(host.inputsOf('dataExport.cancel')).toEqual([])
    await question.getByRole('button', { name: 'Cancel export' }).click()
    await page.getByText('Export cancelled. Its files are deleted.').first().waitFor()
    expect(host.inputsOf('dataExport.cancel')).toEqual([{}])
  })
})
