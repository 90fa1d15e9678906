import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { startPostgres, type PostgresHere } from '../postgres/postgres-here.ts'
import { openSettings } from '../window/controls.ts'
import { allowCopying, openForecourt, type Harness } from '../window/harness.ts'
import { callProgram, waitForAnswer } from '../window/program-calls.ts'
import { longTest } from '../runs.ts'
import '../window/setup.ts'

/** Two programs, each in a browser of its own, on one PostgreSQL server, one service and one keychain. */
let postgres: PostgresHere
let service: PracticeService
let programs: Harness[] = []

/** Entries arrive within two seconds; the machine may be busy. */
const patience = { timeout: 30_000 }
const section = (page: Page): Locator => page.getByRole('region', { name: 'Team', exact: true })
const rows = (page: Page): Locator =>
  page.getByRole('tree', { name: 'Call list' }).locator('[role=treeitem][aria-level="2"]')
const pages = (): [Page, Page] => programs.map(({ page }) => page) as [Page, Page]

async function connect({ page }: Harness, person: string): Promise<void> {
  await page.getByRole('button', { name: /Start practising/ }).waitFor()
  await callProgram(page, 'app.setPreferences', { tour: 'ended' })
  const { url: baseUrl, apiKey } = service
  const credentials = { scheme: 'api-key', apiKey } as const
  await callProgram(page, 'connections.connect', { name: 'City Motors', baseUrl, region: 'au', credentials })
  await callProgram(page, 'people.add', { name: person })
  await waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
  )
  await page.reload()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}
async function goTo(page: Page, link: string): Promise<void> {
  if (link === 'Settings') await openSettings(page, 'Team')
  else await page.getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: link, exact: true }).waitFor()
}
/** Opens the first car of all on the card, and gives its customer. */
async function openFirstCar(page: Page, name?: string): Promise<string> {
  await goTo(page, 'Sightings')
  const row = name === undefined ? rows(page).first() : rows(page).filter({ hasText: name }).first()
  const shown = await row.locator('.fc-strong').first().innerText()
  await row.click()
  await page.getByRole('article').getByRole('heading', { level: 2, name: shown }).waitFor()
  return shown
}

beforeAll(async () => {
  ;[postgres, service] = await Promise.all([
    startPostgres(),
    startPracticeService({ owners: 40, seed: 3, customersPerSecond: Infinity }),
  ])
  // Both lists have the same cars all the time.
  Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
  for (const person of ['Anna Frost', 'Ben Field']) {
    const program = await openForecourt({ keychain: true, viewport: { width: 1280, height: 800 } })
    programs.push(program)
    await connect(program, person)
  }
}, 120_000)
afterAll(async () => {
  for (const program of programs) await program.close()
  await service?.stop()
  await postgres?.stop()
}, 60_000)

it(
  'a team is created in one window, and joined in another with the copied invitation',
  { timeout: 120_000 },
  async () => {
    const [front, back] = pages()
    const address = await postgres.createDatabase()
    await goTo(front, 'Settings')
    await section(front).getByRole('button', { name: 'Create a team…' }).click()
    const form = front.getByRole('dialog', { name: 'Create a team' })
    await form.getByRole('textbox', { name: 'Database address' }).fill(address)
    await form.getByRole('textbox', { name: 'Team name' }).fill('City Motors')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
    await form.getByRole('button', { name: 'Create team' }).click()
    const shown = front.getByRole('dialog', { name: 'Invitation' })
    await shown.waitFor(patience)
    await allowCopying(front, true)
    await shown.getByRole('button', { name: 'Copy invitation' }).click()
    const copied = (): Promise<string> => front.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toMatch(/^forecourt-team-1\./)
    const invitation = await copied()
    const passphrase = await shown.getByRole('textbox', { name: 'Passphrase' }).inputValue()
    await shown.getByRole('button', { name: 'Done' }).click()

    await goTo(back, 'Settings')
    await section(back).getByRole('button', { name: 'Join a team…' }).click()
    const join = back.getByRole('dialog', { name: 'Join a team' })
    await join.getByRole('textbox', { name: 'Invitation' }).fill(invitation)
    await join.getByRole('textbox', { name: 'Passphrase' }).fill('AAAA-BBBB-CCCC-DDDD-EEEE')
    await join.getByRole('textbox', { name: 'Name of this PC' }).fill('Back office')
    await join.getByRole('button', { name: 'Join team' }).click()
    await join.getByText('The passphrase doesn’t match the invitation.').waitFor(patience)
    await join.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
    await join.getByRole('button', { name: 'Join team' }).click()
    await join.waitFor({ state: 'detached', ...patience })
    for (const [page, other] of [
      [front, 'Back office'],
      [back, 'Front desk'],
    ] as const) {
      await section(page).getByRole('listitem').filter({ hasText: other }).waitFor(patience)
      await section(page).getByText('Connected', { exact: true }).waitFor(patience)
    }
  },
)

it(
  'a car that is taken and assigned in one window is shown in the other within seconds',
  { timeout: 120_000 },
  async () => {
    const [front, back] = pages()
    const name = await openFirstCar(front)
    await openFirstCar(back, name)
    await section(front).getByText('Nobody is calling').waitFor(patience)
    await front.getByRole('tree', { name: 'Call list' }).focus()
    await front.keyboard.press('f')
    await section(front)
      .getByText(/^You are calling until /)
      .waitFor(patience)
    await section(back)
      .getByText(/^Being called by Anna Frost until /)
      .waitFor(patience)
    expect(await section(back).getByRole('button', { name: 'Take' }).count()).toBe(0)
    await front.keyboard.press('f')
    await section(back).getByRole('button', { name: 'Take' }).waitFor(patience)
    await back.getByRole('article').getByRole('button', { name: 'Assign', exact: true }).click()
    await back.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: 'Ben Field' }).click()
    await front.getByRole('article').getByRole('button', { name: 'Assigned to Ben Field' }).waitFor(patience)

    const { cars } = await callProgram(front, 'sightings.list', { offset: 0, limit: 100 })
    const id = cars.find(({ customer }) => customer.clientName === name)?.customer.id ?? ''
    await callProgram(front, 'sightings.record', {
      customerId: id,
      outcome: 'do_not_contact',
      note: 'Asked us to stop.',
    })
    const card = back.getByRole('article')
    await card.getByText('Do not contact.', { exact: true }).first().waitFor(patience)
    await card.getByText('Asked us to stop.').waitFor(patience)
    await card.getByText('Anna Frost').first().waitFor()
  },
)

longTest(
  'a file that a colleague uploaded is in the team’s uploads, and noticed before it is sent again',
  async () => {
    const [front, back] = pages()
    const buffer = Buffer.from('Rego,State,Client Name,Mobile\nQZX810,NSW,Zelda Quill,0491570006\n')
    const file = { name: 'november.csv', mimeType: 'text/csv', buffer }
    const draftOf = async (page: Page): Promise<void> => {
      await goTo(page, 'Import customers')
      const dialog = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
      await (await dialog).setFiles(file)
      await page.getByRole('button', { name: /continue to/i }).waitFor(patience)
    }
    await draftOf(front)
    const { drafts } = await callProgram(front, 'drafts.list', {})
    await callProgram(front, 'uploads.create', {
      draftId: drafts[0]?.id ?? '',
      name: 'November',
      lookUpMissingVins: false,
    })
    await goTo(back, 'Upload history')
    await back.getByRole('group', { name: 'Uploads of' }).getByRole('button', { name: 'Team' }).click()
    const table = back.getByRole('table', { name: 'Uploads of the team' })
    const row = table.getByRole('row').filter({ hasText: 'november.csv' })
    await row.getByText('Anna Frost').waitFor(patience)
    await row.getByText('Front desk').waitFor()
    await row.getByText('City Motors, Australia').waitFor()
    await back.getByRole('combobox', { name: 'Uploaded by' }).selectOption({ label: 'Anna Frost' })
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await programs[1]?.screenshot('team-uploads')
    await draftOf(back)
    await back
      .getByText(/by Anna Frost, Australia/)
      .first()
      .waitFor(patience)
  },
  120_000,
)

it(
  'a program that is killed is in the team again after its start, with its own keys',
  { timeout: 120_000 },
  async () => {
    const [, back] = programs as [Harness, Harness]
    const page = await back.startAgain()
    await page.getByRole('navigation', { name: 'Sections' }).waitFor(patience)
    await goTo(page, 'Settings')
    await section(page).getByText('Connected', { exact: true }).waitFor(patience)
    const [front] = pages()
    // A car keeps its place after its call until the list is left.
    await goTo(front, 'Customers')
    // The other list was read just now, and may have a car that was listed since.
    await openFirstCar(page, await openFirstCar(front))
    await section(page).getByRole('button', { name: 'Take' }).click()
    await section(front)
      .getByText(/^Being called by Ben Field until /)
      .waitFor(patience)
    expect((await callProgram(front, 'team.status', {})).age?.refused).toBe(0)
  },
)
