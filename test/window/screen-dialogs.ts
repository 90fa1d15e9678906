import type { Page } from 'playwright-core'
import { callProgram } from './program-calls.ts'
import { goTo } from './controls.ts'
import { password } from './steps.ts'

/** A dialog, panel or state over a screen with practice data. */
interface ScreenDialog {
  readonly name: string
  readonly path: string
  /** Opens it, and waits until it shows its data. */
  readonly open: (page: Page) => Promise<unknown>
  /** Default: Escape. */
  readonly close?: (page: Page) => Promise<unknown>
}

const byButton =
  (button: string | RegExp, title: string | RegExp, wait?: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    // Some are disabled until their data has arrived.
    await page.getByRole('button', { name: button, disabled: false }).first().press('Enter')
    await page.getByRole('dialog', { name: title }).waitFor()
    await wait?.(page)
  }

/** A selection stays when the screen is opened again. */
const selectOneCustomer = async (page: Page): Promise<void> => {
  const row = page.getByRole('grid').getByRole('row').nth(1)
  await row.waitFor()
  const edit = page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Edit 1' })
  if ((await edit.count()) === 0) await row.getByRole('gridcell').first().click()
  await edit.waitFor()
}

/** Dialogs that the pictures do not show. */
export const moreDialogs: readonly ScreenDialog[] = [
  { name: 'settings-connection', path: '/settings/connection', open: byButton('Edit Practice', 'Edit Practice') },
  { name: 'settings-team-create', path: '/settings/team', open: byButton('Create a team…', 'Create a team') },
  { name: 'settings-backup', path: '/settings/privacy', open: byButton('Save a backup…', 'Save a backup') },
  { name: 'settings-restore', path: '/settings/privacy', open: byButton('Restore a backup…', 'Restore a backup') },
  {
    name: 'settings-password',
    path: '/settings/privacy',
    open: byButton('Change the password…', 'Password for your data'),
  },
  { name: 'settings-automatic', path: '/settings/privacy', open: byButton('Set up…', 'Automatic backups') },
  {
    name: 'settings-delete-all',
    path: '/settings/privacy',
    open: byButton('Delete all data on this PC…', 'Delete all data on this PC', (page) =>
      page.getByRole('textbox', { name: /^Type / }).waitFor(),
    ),
  },
  {
    name: 'settings-remove-connection',
    path: '/settings/connection',
    open: byButton('Remove Practice', /^(Remove Practice\?|Practice can’t be removed yet)$/),
  },
  { name: 'settings-hours', path: '/settings/calls', open: byButton('Change hours…', 'Calling hours') },
  { name: 'settings-holidays', path: '/settings/calls', open: byButton('Show holidays…', 'Public holidays') },
  { name: 'privacy-export', path: '/privacy?tab=exports', open: byButton('Export everything…', 'Export everything') },
  { name: 'folder-add', path: '/folders', open: byButton('Add folder', 'Add a watched folder') },
  {
    name: 'folder-remove',
    path: '/folders',
    open: byButton(/^Remove.*forecourt-watched-example|^Stop watching/, /^Stop watching/),
  },
  {
    name: 'settings-report',
    path: '/settings/advanced',
    open: byButton('Report for support…', 'Report for support', (page) =>
      page.getByText(/^Forecourt report/).waitFor(),
    ),
  },
  {
    name: 'customers-edit-many',
    path: '/customers',
    async open(page) {
      await selectOneCustomer(page)
      await byButton('Edit 1', /^Edit/)(page)
    },
  },
  {
    name: 'customers-delete',
    path: '/customers',
    async open(page) {
      await selectOneCustomer(page)
      await byButton('Delete 1', /^Delete/)(page)
    },
  },
  {
    name: 'import-row-details',
    path: '/import',
    async open(page) {
      const { drafts } = await callProgram(page, 'drafts.list', {})
      const id = drafts[0]?.id ?? ''
      await callProgram(page, 'drafts.setStep', { id, step: 'check' })
      await goTo(page, `/import/${id}`)
      const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
      await grid.locator('[data-row="0"] > [data-column="3"]').click()
      await page.getByRole('button', { name: 'Details', exact: true }).click()
      await page.getByRole('complementary', { name: 'Details of the row' }).getByRole('term').first().waitFor()
    },
    async close(page) {
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^Close/ })
        .click()
    },
  },
  {
    name: 'help',
    path: '/sightings',
    async open(page) {
      await page.keyboard.press('F1')
      await page.getByRole('dialog', { name: 'Help' }).getByRole('article').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'locked',
    path: '/settings/this-pc',
    async open(page) {
      await callProgram(page, 'lock.now', {})
      await page.getByRole('main', { name: 'Forecourt is locked' }).waitFor()
    },
    async close(page) {
      const screen = page.getByRole('main', { name: 'Forecourt is locked' })
      await screen.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.keyboard.press('Enter')
      await screen.waitFor({ state: 'detached' })
    },
  },
]

/** By the first part of the path. */
const headings: Readonly<Record<string, string>> = {
  '/settings': 'Settings',
  '/customers': 'Customers',
  '/sightings': 'Sightings',
  '/privacy': 'Privacy',
  '/folders': 'Watched folders',
  '/import': 'Import customers',
}

export async function openDialog(page: Page, { path, open }: ScreenDialog): Promise<void> {
  await goTo(page, path)
  const [first = path] = /^\/[^/?]+/.exec(path) ?? []
  await page.getByRole('heading', { level: 1, name: headings[first] ?? path }).waitFor()
  await open(page)
}

export async function closeDialog(page: Page, { close }: ScreenDialog): Promise<void> {
  if (close) return void (await close(page))
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"]').first().waitFor({ state: 'detached' })
}
