import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, password, seriousFindings, unlock } from './steps.ts'

let forecourt: Harness
let page: Page
let recoveryKey = ''
let savedBackup = Buffer.alloc(0)

beforeAll(async () => {
  forecourt = await openWithPractice()
  page = forecourt.page
})
afterAll(() => forecourt?.close())

it('shows the recovery key, and prints it alone', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Recovery key' })
  await section.getByText('You haven’t printed or stored it yet.').waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title)
  })
  await section.getByRole('button', { name: 'Show recovery key' }).click()
  recoveryKey = await section.locator('code').innerText()
  expect(recoveryKey).toMatch(/^([0-9A-Z]{5}-){10}[0-9A-Z]{5}$/)
  await section.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Forecourt recovery key' }).isVisible()).toBe(true)
  expect(await section.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await section.getByRole('button', { name: 'I’ve stored it' }).click()
  await section.getByText('You have printed or stored it.').waitFor()
  expect(await page.getByText(recoveryKey).count()).toBe(0)
})

it('opens the data with the recovery key after a forgotten password, and sets a new password', async () => {
  page = await forecourt.startAgain()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const open = page.getByRole('button', { name: 'Open my data' })
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(`${recoveryKey.slice(0, -1)}-`)
  await page.getByRole('textbox', { name: 'New password' }).fill('correct horse 9')
  await open.click()
  await page.getByText(/has a typing error/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey.toLowerCase().replaceAll('-', ' '))
  await open.click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  page = await forecourt.startAgain()
  await unlock(page)
})

it('brings back what a backup file has, and nothing later', async () => {
  const openFile = async (name: string): Promise<void> => {
    await page.getByRole('link', { name: 'Import customers' }).click()
    const list = Buffer.from('Name,Mobile,Rego,State\nAnn Lee,0491570006,ABC123,VIC\n')
    await openSpreadsheet(page, { name, mimeType: 'text/csv', buffer: list })
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
  }
  await openFile('before-the-backup.csv')
  const section = page.getByRole('region', { name: 'Backup' })
  await section.getByRole('button', { name: 'Save a backup…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save a backup' })
  await saving.getByRole('textbox', { name: 'Password for this backup' }).fill('backup horse 9')
  await saving.getByRole('textbox', { name: 'Password again' }).fill('backup horse')
  await saving.getByText('The two passwords differ.').waitFor()
  await saving.getByRole('textbox', { name: 'Password again' }).fill('backup horse 9')
  expect(await seriousFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const saved = await (await download).path()
  savedBackup = readFileSync(saved)
  await saving.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByText(/Forecourt \d{4}-\d\d-\d\d\.forecourt-backup saved\./)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await openFile('after-the-backup.csv')

  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: 'Restore a backup…' }).click()
  const restoring = page.getByRole('dialog', { name: 'Restore a backup' })
  const list = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Mobile') }
  await (await chooser).setFiles(list)
  await restoring.getByText("“customers.csv” isn't a Forecourt backup, or it isn't complete.").waitFor()
  const again = page.waitForEvent('filechooser')
  await restoring.getByRole('button', { name: 'Choose a file…' }).click()
  await (await again).setFiles({ name: 'May.forecourt-backup', mimeType: '', buffer: savedBackup })
  await restoring.getByRole('textbox', { name: 'Password of this backup' }).fill('not this one')
  await page.keyboard.press('Enter')
  await restoring.getByText("That password isn't correct.").waitFor()
  await restoring.getByRole('textbox', { name: 'Password of this backup' }).fill('backup horse 9')
  await page.keyboard.press('Enter')
  await restoring.getByText('1 draft').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(/^Your work was restored from the backup of /).waitFor()
  await page.getByRole('link', { name: 'Import customers' }).click()
  await page.getByText('before-the-backup.csv').first().waitFor()
  expect(await page.getByText('after-the-backup.csv').count()).toBe(0)
})

it('Cancel ends a backup and the reading of one, saves no file and changes nothing', async () => {
  const drafts = () => callProgram(page, 'drafts.list', {})
  const before = await drafts()
  const downloads: string[] = []
  page.on('download', (download) => void downloads.push(download.suggestedFilename()))
  /** Presses Cancel while the answer of a method is still on the way to the window, however fast the program is. */
  const cancelDuring = async (method: string, dialog: Locator, begin: () => Promise<unknown>): Promise<void> => {
    const cancelling = page.waitForRequest(/\/call\/storage\.cancelBackup$/)
    const address = new RegExp(`/call/${method.replace('.', '\\.')}$`)
    await page.route(address, async (route) => {
      const response = await route.fetch()
      await cancelling
      await route.fulfill({ response })
    })
    await begin()
    await dialog.getByRole('progressbar').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.unroute(address)
  }
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Backup' })
  const saving = page.getByRole('dialog', { name: 'Save a backup' })
  await section.getByRole('button', { name: 'Save a backup…' }).click()
  await saving.getByRole('textbox', { name: 'Password for this backup' }).fill('backup horse 9')
  await saving.getByRole('textbox', { name: 'Password again' }).fill('backup horse 9')
  await cancelDuring('storage.saveBackup', saving, () => page.keyboard.press('Enter'))

  const restoring = page.getByRole('dialog', { name: 'Restore a backup' })
  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: 'Restore a backup…' }).click()
  await (await chooser).setFiles({ name: 'May.forecourt-backup', mimeType: '', buffer: savedBackup })
  await restoring.getByRole('textbox', { name: 'Password of this backup' }).fill('backup horse 9')
  await cancelDuring('storage.checkBackup', restoring, () => page.keyboard.press('Enter'))
  await expect
    .poll(() => readdirSync(forecourt.dataFolder).filter((name) => /backup-(copy|made|chosen)/.test(name)))
    .toEqual([])
  expect(downloads).toEqual([])
  expect(await drafts()).toEqual(before)
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('changes the password of the data', async () => {
  const openDialog = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Change the password…' }).click()
  }
  const fill = async (current: string, next: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Password for your data' })
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(current)
    await dialog.getByRole('textbox', { name: 'New password' }).fill(next)
    await dialog.getByRole('textbox', { name: 'Password again' }).fill(next)
    await page.keyboard.press('Enter')
  }
  await openDialog()
  await fill('wrong horse 9', 'another horse 9')
  await page.getByText("That password isn't correct.").waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await fill(password, 'another horse 9')
  await page.getByText('Your data opens with the new password from now on.').waitFor()
  page = await forecourt.startAgain()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText("That password isn't correct.").waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill('another horse 9')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  // Back to the one that the other tests use.
  await openDialog()
  await fill('another horse 9', password)
  await page.getByText('Your data opens with the new password from now on.').waitFor()
})

it('backs up to a folder by itself, says when the drive is away, and makes it when it is back', async () => {
  const section = page.getByRole('region', { name: 'Automatic backups' })
  const folder = join(forecourt.dataFolder, '..', `usb-${forecourt.dataFolder.slice(-6)}`)
  mkdirSync(folder)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await section.getByRole('button', { name: 'Set up…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Automatic backups' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(`${folder}-none`)
  await dialog.getByRole('button', { name: 'Every week' }).click()
  await dialog.getByRole('textbox', { name: 'Password for the backups' }).fill('backup horse 9')
  await dialog.getByRole('textbox', { name: 'Password again' }).fill('backup horse 9')
  await page.keyboard.press('Enter')
  await dialog.getByText(/^Can't find the folder/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await section.getByText('None yet').waitFor({ state: 'hidden' })
  await section.getByText('Every week').waitFor()
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^Forecourt automatic .*\.forecourt-backup$/)])
  expect(await seriousFindings(page)).toEqual([])

  renameSync(folder, `${folder}-away`)
  const runNow = section.getByRole('button', { name: 'Back up now' })
  await runNow.click()
  await section.getByText(`No automatic backup: the folder “${folder}” can't be found.`).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog').getByText('No automatic backup').first().waitFor()
  await page.keyboard.press('Escape')
  renameSync(`${folder}-away`, folder)
  await runNow.click()
  await section.getByRole('alert').waitFor({ state: 'detached' })
  await section.getByText('Making a backup…').waitFor({ state: 'detached' })
  expect(readdirSync(folder)).toHaveLength(2)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByRole('button', { name: 'Set up…' }).waitFor()
  expect(readdirSync(folder)).toHaveLength(2)
})

it('replaces the recovery key, and shows the new one', async () => {
  const section = page.getByRole('region', { name: 'Recovery key' })
  await section.getByRole('button', { name: 'Replace…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the recovery key' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong horse 9')
  await page.keyboard.press('Enter')
  await dialog.getByText("That password isn't correct.").waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('The recovery key was replaced. Print or store the new one.').waitFor()
  await section.getByText('You haven’t printed or stored it yet.').waitFor()
  await section.getByRole('button', { name: 'Show recovery key' }).click()
  expect(await section.locator('code').innerText()).not.toBe(recoveryKey)
  await section.getByRole('button', { name: 'Hide' }).click()
  page = await forecourt.startAgain()
  await unlock(page)
})

it('previews the report for support, which has nothing of the data, and copies it from an error notice', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const about = page.getByRole('region', { name: 'About' })
  for (const name of ['Node.js', 'SQLite', 'Operating system', 'Data format'])
    await about.getByText(name, { exact: true }).waitFor()
  await about.getByRole('button', { name: 'Report for support…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report for support' })
  const preview = dialog.getByRole('region', { name: 'Report for support' })
  await preview.getByText(/^Forecourt report/).waitFor()
  const shown = await preview.innerText()
  expect(shown).toContain('protection: password')
  expect(shown).toMatch(/drafts: [1-9]/)
  for (const text of ['before-the-backup', 'Ann Lee', '0491570006', 'ABC123', 'horse'])
    expect(shown).not.toContain(text)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save…' }).click()
  const saved = readFileSync(await (await download).path(), 'utf8')
  expect(saved.trim()).toBe(shown.trim())
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'hidden' })

  const unexpected = { kind: 'unexpected', message: 'Something went wrong in Forecourt.', reference: 'ab12cd34' }
  await page.route('**/call/storage.recoveryKey', (route) => route.fulfill({ json: { ok: false, error: unexpected } }))
  await page.getByRole('button', { name: 'Show recovery key' }).click()
  await page.getByRole('region', { name: 'Recovery key' }).getByRole('button', { name: 'Copy report' }).click()
  await page.getByText(/^Report copied\./).waitFor()
  await page.unroute('**/call/storage.recoveryKey')
})

it('offers the newest backup when the database is damaged', async () => {
  page = await forecourt.startAgain({
    signal: 'SIGTERM',
    between(dataFolder) {
      expect(readdirSync(dataFolder).some((name) => name.includes('backup-daily'))).toBe(true)
      truncateSync(join(dataFolder, 'forecourt.db'), 5_000)
    },
  })
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse 9')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The data on this PC can’t be read' }).waitFor()
  await page.getByRole('button', { name: /^Restore backup of / }).click()
  await unlock(page)
  await expect.poll(() => page.getByText(/^Your data was restored from the backup of /).count()).toBeGreaterThan(0)
})
