import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { cellOf, changeElsewhere, find, idOf, openCustomers, retype } from './customers-steps.ts'
import type { PracticeRecords } from './every-screen.ts'
import { type Harness, type HarnessOptions, openForecourt } from './harness.ts'
import { showDuplicates, showJoiningTeam, showUnreadableCustomers } from './made-answers.ts'
import { chooseInConnections, goTo } from './controls.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openUploadMenu, password } from './steps.ts'

/** Dialogs, panels and states that a screen can have, for the tour and its pictures. */

/** `again` opens what closes when the window gets another size. */
export type Take = (harness: Harness, name: string, options?: { again?(): Promise<unknown> }) => Promise<void>

/** The window before anything is stored, and practice before anything was imported. Leaves practice open. */
export async function takeFirstRun(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  await page.getByRole('heading', { level: 1 }).waitFor()
  await take(forecourt, 'storage')
  await callProgram(page, 'storage.setPassword', { password })
  await page.getByRole('button', { name: /Start practising/ }).waitFor()
  await take(forecourt, 'first-run')
  await callProgram(page, 'connections.startPractice', { region: 'au' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await goTo(page, '/import')
  await page.getByRole('button', { name: /^Messy sample/ }).waitFor()
  await take(forecourt, 'import-first')
}

/** The call list of a dealership whose upload has found many cars. */
export async function takeManyCalls(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  for (let more = 0; more < 12; more += 1) await callProgram(page, 'practice.makeSighting', {})
  const { cars } = await callProgram(page, 'sightings.list', { offset: 0, limit: 3 })
  for (const { customer } of cars) {
    await callProgram(page, 'sightings.compare', { customerId: customer.id, kms: 85_000, refresh: false })
  }
  await goTo(page, '/sightings')
  // A search of an earlier state goes.
  await page.getByRole('main').getByRole('searchbox').fill('')
  const list = page.getByRole('tree', { name: 'Call list' })
  await list.evaluate((scroller) => scroller.scrollTo({ top: 0 }))
  await list.getByRole('treeitem', { level: 2 }).first().click()
  await take(forecourt, 'many-calls')
}

/** What opens over a screen with practice data. */
export async function takeOverlays(forecourt: Harness, { draftId }: PracticeRecords, take: Take): Promise<void> {
  const { page } = forecourt
  await goTo(page, `/import/${draftId}`)
  await page.getByRole('button', { name: 'File details' }).click()
  await page.getByRole('dialog', { name: 'File details' }).waitFor()
  await take(forecourt, 'import-file-details')
  await page.keyboard.press('Escape')
  await goTo(page, '/settings/privacy')
  await page.getByRole('button', { name: 'Show recovery key' }).click()
  await page.getByRole('region', { name: 'Recovery key' }).locator('code').scrollIntoViewIfNeeded()
  await take(forecourt, 'settings-recovery-key')
  await callProgram(page, 'team.startPractice', { name: 'Practice team', pcName: 'My PC' })
  await goTo(page, '/settings/team')
  await page.getByText('Members (2)').waitFor()
  await take(forecourt, 'settings-team')
  await goTo(page, '/uploads?of=team')
  await page.getByRole('table', { name: 'Uploads of the team' }).getByRole('link').first().waitFor()
  await take(forecourt, 'uploads-team')
  await callProgram(page, 'team.leave', {})
  await showJoiningTeam(page)
  await goTo(page, '/settings/team')
  await page.getByRole('button', { name: 'Cancel joining the team' }).scrollIntoViewIfNeeded()
  await take(forecourt, 'settings-team-joining')
  await page.unroute('**/call/team.status')
  await goTo(page, '/uploads')
  await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await take(forecourt, 'shortcuts')
  await page.keyboard.press('Escape')
  await callProgram(page, 'practice.set', { speed: 2_000 })
  await chooseInConnections(page, 'Practice controls')
  await page.getByRole('button', { name: 'Make a sighting now' }).click()
  await page.getByRole('button', { name: 'Close this notice' }).waitFor()
  await take(forecourt, 'practice-panel')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await take(forecourt, 'notifications')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'hidden' })
  await callProgram(page, 'practice.set', { speed: 0 })
}

/** The report, look-ups of several cars, messages, people, the palette and the menu of connections. */
export async function takeCallTools(forecourt: Harness, take: Take): Promise<void> {
  const { page } = forecourt
  await callProgram(page, 'sightings.setGoal', { calls: 60, appraisals: 8, per: 'dealership' })
  await goTo(page, '/sightings/report')
  await page.getByRole('table', { name: 'By day' }).waitFor()
  await take(forecourt, 'report')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await page.getByRole('rowheader', { name: /28/ }).first().waitFor()
  await take(forecourt, 'report-month')
  await goTo(page, '/lookup/bulk')
  await page.getByRole('textbox', { name: 'Regos and VINs' }).waitFor()
  await take(forecourt, 'bulk')
  const { cars } = await callProgram(page, 'sightings.list', { offset: 0, limit: 12 })
  const lines = cars.map(({ customer }) => `${customer.rego ?? customer.vin}, ${customer.state ?? ''}`)
  const source = { from: 'text', text: [...lines, 'NOT A PLATE AT ALL', 'ABC123'].join('\n') } as const
  const { id } = await callProgram(page, 'bulkLookups.create', { source })
  await goTo(page, `/lookup/bulk/${id}`)
  await page.getByRole('grid').waitFor()
  await take(forecourt, 'bulk-review')
  const { toAsk } = await callProgram(page, 'bulkLookups.get', { id })
  await callProgram(page, 'bulkLookups.start', { id, expectedToAsk: toAsk })
  await waitForAnswer(
    () => callProgram(page, 'bulkLookups.get', { id }),
    ({ state }) => state === 'finished',
  )
  await page.getByRole('button', { name: 'Export' }).waitFor()
  await take(forecourt, 'bulk-finished')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and run commands' })
  await palette.getByRole('combobox').fill('a')
  await palette.getByRole('option').first().waitFor()
  await take(forecourt, 'palette')
  await palette.getByRole('combobox').fill('lock')
  await palette.getByRole('option', { name: /^Lock/ }).first().waitFor()
  await take(forecourt, 'palette-commands')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'hidden' })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Practice/ })
    .click()
  await page.getByRole('menu', { name: 'Connections' }).waitFor()
  await take(forecourt, 'connections')
  await page.keyboard.press('Escape')
  await goTo(page, '/sightings')
  await page.getByRole('button', { name: 'SMS' }).click()
  await page.getByRole('dialog').getByRole('combobox').first().waitFor()
  await take(forecourt, 'message')
  await page.getByRole('button', { name: 'Edit templates' }).click()
  await page.getByRole('dialog', { name: 'Message templates' }).waitFor()
  await take(forecourt, 'templates')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /theme and settings$/ }).click()
  await page.getByRole('region', { name: 'Who is working?' }).waitFor()
  await take(forecourt, 'people')
  await page.keyboard.press('Escape')
}

/** What makes a screen full: an upload that runs and one that waits, no connection, a service that fails, a team. */
export async function takeBusyStates(forecourt: Harness, { draftId }: PracticeRecords, take: Take): Promise<void> {
  const { page } = forecourt
  await callProgram(page, 'practice.set', { speed: 0.01 })
  const { fileId } = await callProgram(page, 'practice.takeSample', { sample: 'clean' })
  const draft = await callProgram(page, 'drafts.open', { fileId })
  const { id } = await callProgram(page, 'uploads.create', {
    draftId: draft.id,
    name: 'Clean sample',
    lookUpMissingVins: false,
  })
  await goTo(page, '/uploads')
  await page.getByRole('progressbar').first().waitFor()
  await take(forecourt, 'uploads-running')
  await goTo(page, `/uploads/${id}`)
  await page.getByRole('progressbar').first().waitFor()
  await take(forecourt, 'upload-running')
  await callProgram(page, 'practice.set', { outage: 'no-network' })
  const offline = page.getByRole('banner').getByRole('button', { name: /Offline/ })
  await offline.waitFor()
  await take(forecourt, 'upload-offline')
  await callProgram(page, 'drafts.setStep', { id: draftId, step: 'send' })
  await goTo(page, `/import/${draftId}`)
  await page.getByRole('button', { name: /^Queue \d/ }).waitFor()
  await take(forecourt, 'import-send-offline')
  await callProgram(page, 'practice.set', { outage: 'service-down' })
  await goTo(page, '/customers')
  await page.getByRole('row').nth(1).waitFor()
  await take(forecourt, 'customers-offline')
  await callProgram(page, 'practice.set', { outage: 'none', speed: 2_000 })
  await offline.waitFor({ state: 'detached' })
  await callProgram(page, 'team.startPractice', { name: 'Practice team', pcName: 'My PC' })
  await goTo(page, '/sightings')
  await page.getByRole('treeitem', { level: 2 }).first().click()
  await page.getByRole('button', { name: 'Take' }).waitFor()
  await take(forecourt, 'sightings-team')
  await callProgram(page, 'team.leave', {})
}

/** States of an upload and of the customers that practice cannot be brought into, and the details of an upload. */
export async function takeMadeStates(forecourt: Harness, { uploadId }: PracticeRecords, take: Take): Promise<void> {
  const { page } = forecourt
  await showDuplicates(page)
  await showUnreadableCustomers(page)
  await goTo(page, `/uploads/${uploadId}`)
  await page.getByRole('alert').filter({ hasText: 'exist twice' }).waitFor()
  await take(forecourt, 'upload-duplicates')
  await openUploadMenu(page, 'Show or hide details')
  await page.getByRole('region', { name: 'At the service' }).scrollIntoViewIfNeeded()
  await take(forecourt, 'upload-details')
  const { customers } = await callProgram(page, 'customers.list', { offset: 0, limit: 1 })
  const customerName = customers[0]?.clientName ?? 'nobody'
  await goTo(page, '/customers')
  await page.getByText('2 records could not be read').waitFor()
  // Until its rows arrive, the headings of the grid are all that can have the focus.
  await page.getByRole('row').filter({ hasText: customerName }).first().waitFor()
  await take(forecourt, 'customers-unreadable')
}

/** What a later start asks for: the password, the recovery key, and what to do about a damaged database. */
export async function takeLaterStarts(forecourt: Harness, take: Take): Promise<void> {
  let page = await forecourt.startAgain({ signal: 'SIGTERM' })
  await page.getByRole('button', { name: 'Forgot password?' }).waitFor()
  await take(forecourt, 'storage-password')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'Recovery key' }).waitFor()
  await take(forecourt, 'storage-recovery')
  page = await forecourt.startAgain({
    signal: 'SIGTERM',
    between: (dataFolder) => truncateSync(join(dataFolder, 'forecourt.db'), 5_000),
  })
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Restore backup of / }).waitFor()
  await take(forecourt, 'storage-damaged')
}

/** A value that was changed here and elsewhere. It needs an account that another program can change, so it is no practice data. */
export async function takeConflict(take: Take): Promise<void> {
  const { forecourt, service, page, grid } = await openCustomers({ scrollBars: true })
  try {
    await find(page, 'Customer 09')
    await grid.getByRole('row').filter({ hasText: 'Customer 09' }).waitFor()
    await changeElsewhere(service, await idOf(service, 'S109ABC'), { mobile_number: '0491570157' })
    await retype(page, await cellOf(grid, 'Customer 09', 'Mobile'), '0491570110')
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog', { name: /was also changed/ }).waitFor()
    await take(forecourt, 'customer-conflict')
  } finally {
    await Promise.allSettled([forecourt.close(), service.stop()])
  }
}

export const openTour = (options: HarnessOptions = {}): Promise<Harness> =>
  openForecourt({ args: ['--practice-speed=2000'], timeZone: 'Australia/Melbourne', scrollBars: true, ...options })
