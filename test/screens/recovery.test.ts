import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import type { StorageStatus } from '../../src/contract/storage.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { download } from '../window/controls.ts'

const password = 'correct horse 9'
const wrongPassword = failure({ kind: 'invalid-input', message: "That password isn't correct." })
const opened = { state: 'open', protection: 'password', notice: null, needsRecoveryKey: false } as const
const recoveryKey = 'ABCDE-FGHJK-MNPQR-STVWX-YZ012-34567-89ABC-DEFGH-JKMNP-QRSTV-WXYZ0'

/** Answers with data behind a password, whose recovery key can be read and noted as stored. */
function createHost(): HostTwin {
  const host = createPracticeHost()
  let status: StorageStatus = { ...opened, needsRecoveryKey: true }
  const change = (needsRecoveryKey: boolean) => {
    status = { ...opened, needsRecoveryKey }
    host.announce({ name: 'storage.changed' })
    return success(status)
  }
  host.answer('storage.status', () => success(status))
  host.answer('storage.recoveryKey', () => success({ recoveryKey }))
  host.answer('storage.confirmRecoveryKey', () => change(false))
  host.answer('storage.protectBy', ({ current }) => (current === password ? success(status) : wrongPassword))
  return host
}

async function openSettings(host = createHost()): Promise<Page> {
  const page = await openWindow('/settings/privacy', host)
  await page.getByRole('region', { name: 'Recovery key' }).waitFor()
  return page
}

const section = (page: Page) => page.getByRole('region', { name: 'Recovery key' })

describe('the recovery key', () => {
  longTest('is shown on request, printed alone, and hidden once it is stored', async () => {
    const page = await openSettings()
    await section(page).getByText('You haven’t printed or stored it yet.').waitFor()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', document.title)
    })
    await section(page).getByRole('button', { name: 'Show recovery key' }).click()
    expect(await section(page).locator('code').innerText()).toBe(recoveryKey)
    await section(page).getByRole('button', { name: 'Print' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.evaluate(() => document.body.removeAttribute('data-printed'))
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: 'Forecourt recovery key' }).isVisible()).toBe(true)
    expect(await section(page).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await section(page).getByRole('button', { name: 'I’ve stored it' }).click()
    await section(page).getByText('You have printed or stored it.').waitFor()
    expect(await page.getByText(recoveryKey).count()).toBe(0)
  })

  it('opens the data after a forgotten password, and says when it has a typing error', async () => {
    const host = createHost()
    let status: StorageStatus = { state: 'needs-password' }
    host.answer('storage.status', () => success(status))
    host.answer('storage.recover', ({ recoveryKey: typed }) => {
      if (typed !== recoveryKey)
        return failure({ kind: 'invalid-input', message: 'The recovery key has a typing error.' })
      status = opened
      return success(status)
    })
    const page = await openWindow('/', host)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const open = page.getByRole('button', { name: 'Open my data' })
    await page.getByRole('textbox', { name: 'Recovery key' }).fill(`${recoveryKey.slice(0, -1)}-`)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await open.click()
    await page.getByText(/has a typing error/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey)
    await open.click()
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    expect(host.inputsOf('storage.recover').at(-1)).toEqual({ recoveryKey, password })
  })
})

it('the password of the data is changed with the present one', async () => {
  const host = createHost()
  const page = await openSettings(host)
  await page.getByRole('button', { name: 'Change the password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Password for your data' })
  await dialog.getByText(/After each start, uploads, sightings and watched folders wait/).waitFor()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('wrong horse 9')
  await dialog.getByRole('textbox', { name: 'New password' }).fill('another horse 9')
  await dialog.getByRole('textbox', { name: 'Password again' }).fill('another horse 9')
  await page.keyboard.press('Enter')
  await page.getByText("That password isn't correct.").waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(/Your data opens with the new password from now on. It also unlocks Forecourt/).waitFor()
  expect(host.inputsOf('storage.protectBy').at(-1)).toEqual({ current: password, password: 'another horse 9' })
})

it('says that a lock needs a PIN before the key moves from the password to the keychain', async () => {
  const page = await openSettings()
  await page.getByRole('button', { name: 'Use the keychain…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep the key in the keychain' })
  await dialog.getByText('To lock Forecourt at the desk, you need a PIN.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

it('a damaged database is replaced by the newest backup on request', async () => {
  const host = createHost()
  let status: StorageStatus = {
    state: 'unreadable',
    reason: 'The file is damaged.',
    setAside: null,
    backup: '2026-11-18T02:00:00Z',
  }
  host.answer('storage.status', () => success(status))
  host.answer('storage.restoreBackup', () => {
    status = { ...opened, notice: 'Your data was restored from the backup of 18/11/2026.' }
    return success(status)
  })
  const page = await openWindow('/', host)
  await page.getByRole('heading', { name: 'The data on this PC can’t be read' }).waitFor()
  await page.getByRole('button', { name: 'Restore backup of 18/11/2026' }).click()
  await page.getByText('Your data was restored from the backup of 18/11/2026.').first().waitFor()
  expect(host.inputsOf('storage.restoreBackup')).toEqual([{}])
})

describe('the report for support', () => {
  const content = 'Forecourt report\nprotection: password\ndrafts: 1\n'
  const report = { fileName: 'report.txt', mimeType: 'text/plain', encoding: 'utf8', content } as const

  it('is shown before it is saved, and saved as it is shown', async () => {
    const host = createHost()
    host.answer('app.report', () => success(report))
    const page = await openWindow('/settings/advanced', host)
    const about = page.getByRole('region', { name: 'About' })
    for (const name of ['Node.js', 'SQLite', 'Operating system', 'Data format'])
      await about.getByText(name, { exact: true }).waitFor()
    await about.getByRole('button', { name: 'Report for support…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report for support' })
    const preview = dialog.getByRole('region', { name: 'Report for support' })
    await preview.getByText(/^Forecourt report/).waitFor()
    expect((await preview.innerText()).trim()).toBe(content.trim())
    expect((await download(page, 'Save…')).text).toBe(content)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  })

  longTest('is copied from an error notice', async () => {
    const host = createHost()
    host.answer('app.report', () => success(report))
    host.answer('storage.recoveryKey', () =>
      failure({ kind: 'unexpected', message: 'Something went wrong in Forecourt.', reference: 'ab12cd34' }),
    )
    const page = await openSettings(host)
    await section(page).getByRole('button', { name: 'Show recovery key' }).click()
    await section(page).getByRole('button', { name: 'Copy report' }).click()
    await page.getByText(/^Report copied\./).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(content)
  })
})
