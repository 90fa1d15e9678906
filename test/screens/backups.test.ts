import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { AutomaticBackups } from '../../src/contract/backups.ts'
import { failure, success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { noBackups } from './standard-answers.ts'

const password = 'backup horse 9'

async function openSettings(host: HostTwin): Promise<{ readonly page: Page; readonly section: Locator }> {
  const page = await openWindow('/settings/privacy', host)
  const section = page.getByRole('region', { name: 'Backup', exact: true })
  await section.waitFor()
  return { page, section }
}

async function beginSaving(page: Page, section: Locator): Promise<Locator> {
  await section.getByRole('button', { name: 'Save a backup…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a backup' })
  await dialog.getByRole('textbox', { name: 'Password for this backup' }).fill(password)
  await dialog.getByRole('textbox', { name: 'Password again' }).fill(password)
  return dialog
}

/** Chooses a file to restore; the program says what it is. */
async function chooseFile(page: Page, button: Locator, name: string): Promise<Locator> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from('a backup') })
  return page.getByRole('dialog', { name: 'Restore a backup' })
}

/** The file of every choice has this name; only `May.forecourt-backup` is a backup. */
function answerBackups(host: HostTwin): void {
  host.answer('storage.saveBackup', () =>
    success({
      fileName: 'Forecourt 2026-11-20.forecourt-backup',
      mimeType: 'application/octet-stream',
      encoding: 'utf8',
      content: 'a backup',
    }),
  )
  host.answer('storage.chooseBackup', ({ fileId }) =>
    fileId === 'backup'
      ? success({ backupId: 'b-1', madeAt: '2026-11-18T02:00:00Z', sizeBytes: 8 })
      : failure({ kind: 'invalid-input', message: "“customers.csv” isn't a Forecourt backup, or it isn't complete." }),
  )
  host.answer('storage.checkBackup', ({ password: typed }) =>
    typed === password
      ? success({ connections: 0, drafts: 1, uploads: 0, callEntries: 0, templates: 0 })
      : failure({ kind: 'invalid-input', message: "That password isn't correct." }),
  )
  host.answer('storage.cancelBackup', () => success({}))
  host.answer('storage.dropBackup', () => success({}))
}

const choose = (host: HostTwin, fileId: string, name: string): void => {
  host.takenFile = success({ fileId, name, sizeBytes: 8 })
}

describe('a backup', () => {
  it('is saved with a password that is typed twice, and the notice names its file', async () => {
    const host = createPracticeHost()
    answerBackups(host)
    const { page, section } = await openSettings(host)
    const dialog = await beginSaving(page, section)
    await dialog.getByRole('textbox', { name: 'Password again' }).fill('backup horse')
    await dialog.getByText('The two passwords differ.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Password again' }).fill(password)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toBe('Forecourt 2026-11-20.forecourt-backup')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText('Forecourt 2026-11-20.forecourt-backup saved.').first().waitFor()
    expect(host.inputsOf('storage.saveBackup')).toEqual([{ password }])
  })

  it('is read with its password before it is restored, and another file is refused', async () => {
    const host = createPracticeHost()
    answerBackups(host)
    choose(host, 'list', 'customers.csv')
    const { page, section } = await openSettings(host)
    const begin = section.getByRole('button', { name: 'Restore a backup…' })
    const dialog = await chooseFile(page, begin, 'customers.csv')
    await dialog.getByText("“customers.csv” isn't a Forecourt backup, or it isn't complete.").waitFor()
    choose(host, 'backup', 'May.forecourt-backup')
    await chooseFile(page, dialog.getByRole('button', { name: 'Choose a file…' }), 'May.forecourt-backup')
    await dialog.getByRole('textbox', { name: 'Password of this backup' }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText("That password isn't correct.").waitFor()
    await dialog.getByRole('textbox', { name: 'Password of this backup' }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.getByText('1 draft').waitFor()
    await dialog.getByText(/paused afterwards: .* Do Not Contact marks made since the backup are gone/).waitFor()
    await dialog.getByText(/except its watched folders, automatic backups, team and PIN/).waitFor()
    await dialog.getByText(/after all data was deleted on this one, enter the API keys/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Restore', exact: true }).waitFor()
  })

  longTest('is neither saved nor read when it is cancelled', async () => {
    const host = createPracticeHost()
    answerBackups(host)
    const saved = host.hold('storage.saveBackup')
    const checked = host.hold('storage.checkBackup')
    choose(host, 'backup', 'May.forecourt-backup')
    const { page, section } = await openSettings(host)
    const downloads: string[] = []
    page.on('download', (download) => void downloads.push(download.suggestedFilename()))
    const cancelled = failure({ kind: 'cancelled', message: 'Cancelled.' })
    const cancel = async (dialog: Locator, answer: () => void): Promise<void> => {
      await dialog.getByRole('progressbar').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      answer()
      await dialog.waitFor({ state: 'detached' })
    }
    const saving = await beginSaving(page, section)
    await page.keyboard.press('Enter')
    await cancel(saving, () => saved[0]?.answer(cancelled))
    const begin = section.getByRole('button', { name: 'Restore a backup…' })
    const restoring = await chooseFile(page, begin, 'May.forecourt-backup')
    await restoring.getByRole('textbox', { name: 'Password of this backup' }).fill(password)
    await page.keyboard.press('Enter')
    await cancel(restoring, () => checked[0]?.answer(cancelled))
    await expect.poll(() => host.inputsOf('storage.cancelBackup')).toHaveLength(2)
    expect(host.inputsOf('storage.dropBackup')).toEqual([{ backupId: 'b-1' }])
    expect(downloads).toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
    page.removeAllListeners('download')
  })
})

describe('automatic backups', () => {
  it('go to a folder, say when the drive is away, are made when it is back, and are turned off', async () => {
    const host = createPracticeHost()
    const folder = '/media/usb'
    const message = `No automatic backup: the folder “${folder}” can't be found.`
    let status = noBackups
    let isAway = false
    const change = (changes: Partial<AutomaticBackups>) => {
      status = { ...status, ...changes }
      host.announce({ name: 'backups.changed' })
      return success(status)
    }
    host.answer('backups.status', () => success(status))
    host.answer('backups.chooseFolder', ({ path }) =>
      path === folder
        ? success({ folder })
        : failure({ kind: 'invalid-input', message: `Can't find the folder “${path}”.` }),
    )
    const lastAt = '2026-11-19T23:31:00Z'
    host.answer('backups.setPlan', ({ every, keep }) =>
      change({ plan: { folder, every, keep }, nextDate: '2026-11-27', lastAt }),
    )
    host.answer('backups.runNow', () => {
      const failed = { failure: { kind: 'not-found', message }, failingSince: lastAt, retryAt: lastAt } as const
      return change(isAway ? failed : { failure: null, failingSince: null, retryAt: null })
    })
    host.answer('backups.turnOff', () => change(noBackups))
    const { page } = await openSettings(host)
    const section = page.getByRole('region', { name: 'Automatic backups' })
    await section.getByRole('button', { name: 'Set up…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Automatic backups' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/media/none')
    await dialog.getByRole('button', { name: 'Every week' }).click()
    await dialog.getByRole('textbox', { name: 'Password for the backups' }).fill(password)
    await dialog.getByRole('textbox', { name: 'Password again' }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.getByText(/^Can't find the folder/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await section.getByText('Every week').waitFor()
    expect(host.inputsOf('backups.setPlan')).toMatchObject([{ folder, every: 'week', password }])

    isAway = true
    const runNow = section.getByRole('button', { name: 'Back up now' })
    await runNow.click()
    await section.getByText(message).waitFor()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('dialog').getByText('No automatic backup').first().waitFor()
    await page.keyboard.press('Escape')
    isAway = false
    await runNow.click()
    await section.getByRole('alert').waitFor({ state: 'detached' })
    await section.getByRole('button', { name: 'Turn off' }).click()
    await section.getByRole('button', { name: 'Set up…' }).waitFor()
    expect(host.inputsOf('backups.turnOff')).toEqual([{}])
  })
})
