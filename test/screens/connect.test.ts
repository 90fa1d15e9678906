import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ConnectionTest } from '../../src/contract/connections.ts'
import type { NetworkQuestions } from '../../src/contract/network.ts'
import { success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerConnections, harbourMotors } from './connection-answers.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { practice } from './standard-answers.ts'
import { longDescribe } from '../runs.ts'

const isPrimary = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('button', { name }).evaluate((button) => button.className.includes('primary'))

describe('the test of a connection', () => {
  const failed = (step: ConnectionTest['steps'][number]['step'], words: string): ConnectionTest => ({
    ok: false,
    steps: [{ step, state: 'failed', words }],
  })
  const passed: ConnectionTest = { ok: true, steps: [{ step: 'network', state: 'passed', words: 'It answers.' }] }

  async function openForm(result: ConnectionTest): Promise<{ host: HostTwin; page: Page }> {
    const host = createPracticeHost()
    host.answer('connections.test', () => success(result))
    const page = await openWindow('/welcome/connect', host)
    await page.getByRole('textbox', { name: 'Service address' }).fill('https://service.example')
    await page.getByRole('textbox', { name: 'API key' }).fill('a-key')
    return { host, page }
  }

  it('reports that nothing answers at an address', async () => {
    const { host, page } = await openForm(failed('network', 'Can’t connect to the service.'))
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page
      .getByText(/Can’t connect to the service/)
      .first()
      .waitFor()
    expect(host.inputsOf('connections.test')).toMatchObject([
      { baseUrl: 'https://service.example', credentials: { scheme: 'api-key', apiKey: 'a-key' } },
    ])
    expect(await seriousFindings(page)).toEqual([])
  })

  it('reports a wrong API key, and Enter tests again instead of saving', async () => {
    const { host, page } = await openForm(
      failed('credentials', 'The service didn’t accept the sign-in. Enter the API key again.'),
    )
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page
      .getByText(/The service didn’t accept the sign-in\. Enter the API key/)
      .first()
      .waitFor()
    expect(await isPrimary(page, 'Test connection')).toBe(true)
    expect(await isPrimary(page, 'Save anyway')).toBe(false)
    host.answer('connections.test', () => success(passed))
    await page.getByRole('textbox', { name: 'API key' }).fill('the-right-key')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save and connect' }).waitFor()
    expect(await isPrimary(page, 'Save and connect')).toBe(true)
    expect(host.inputsOf('connections.test')).toHaveLength(2)
    expect(host.inputsOf('connections.connect')).toEqual([])
  })
})

describe('a network that asks questions', () => {
  const proxy: NetworkQuestions['proxies'][number] = {
    id: 'proxy',
    host: 'proxy.dealer.example',
    port: 8080,
    realm: 'Dealer network',
    wasRefused: false,
    isDeclined: false,
    userName: '',
    canRemember: true,
    wasRemembered: false,
  }

  async function openWith(questions: NetworkQuestions): Promise<{
    host: HostTwin
    page: Page
    ask(next: NetworkQuestions): void
  }> {
    const host = createPracticeHost()
    answerConnections(host, [practice, harbourMotors], 'harbour')
    const ask = (next: NetworkQuestions): void => {
      host.answer('network.questions', () => success(next))
      host.announce({ name: 'network.changed' })
    }
    ask(questions)
    const page = await openWindow('/customers', host)
    return { host, page, ask }
  }

  it('is signed in to after a wrong password and a Cancel', async () => {
    const { host, page, ask } = await openWith({ proxies: [proxy], certificates: [] })
    host.answer('network.signInToProxy', ({ userName, password }) => {
      const isRight = password === 'right'
      ask({ proxies: isRight ? [] : [{ ...proxy, userName, wasRefused: true }], certificates: [] })
      return success({ stored: false })
    })
    host.answer('network.declineProxy', () => {
      ask({ proxies: [{ ...proxy, userName: 'kim', isDeclined: true }], certificates: [] })
      return success({})
    })
    host.answer('network.askAgain', () => {
      ask({ proxies: [{ ...proxy, userName: 'kim' }], certificates: [] })
      return success({})
    })
    const dialog = page.getByRole('dialog', { name: 'Sign in to the network’s proxy' })
    await dialog.getByText('It calls itself “Dealer network”.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'User name' }).fill('kim')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('didn’t accept').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Forecourt can’t connect through proxy.dealer.example:8080.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'User name' }).inputValue()).toBe('kim')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('right')
    await dialog.getByRole('checkbox', { name: 'Store in this PC’s keychain' }).check()
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Your sign-in couldn’t be stored.').first().waitFor()
    expect(host.inputsOf('network.signInToProxy').at(-1)).toEqual({
      id: 'proxy',
      userName: 'kim',
      password: 'right',
      remember: true,
    })
  })

  it('gets the chosen certificate', async () => {
    const certificates = [
      { id: 'sha256/1', subject: 'Kim Lee', issuer: 'Dealer CA', expiresAt: '2027-12-28T13:20:00.000Z' },
      { id: 'sha256/2', subject: 'Front desk', issuer: 'Dealer CA', expiresAt: '2027-09-03T21:33:20.000Z' },
    ]
    const { host, page, ask } = await openWith({
      proxies: [],
      certificates: [{ id: 'question', host: 'service.example', certificates }],
    })
    host.answer('network.chooseCertificate', () => {
      ask({ proxies: [], certificates: [] })
      return success({})
    })
    const choice = page.getByRole('dialog', { name: 'Select a certificate' })
    await choice.getByText('Issued by Dealer CA. Expires').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await choice.getByRole('radio', { name: 'Front desk' }).check()
    await choice.getByRole('button', { name: 'Continue' }).click()
    await choice.waitFor({ state: 'detached' })
    expect(host.inputsOf('network.chooseCertificate')).toMatchObject([{ id: 'question', certificateId: 'sha256/2' }])
  })
})

longDescribe('an update', () => {
  it('is offered when it is downloaded, and installed when the user wants it', async () => {
    const host = createPracticeHost()
    let atClose = false
    const ready = () => success({ state: 'ready', version: '9.9.9', isBlocked: false, atClose } as const)
    host.answer('updates.status', () => success({ state: 'idle', checkedAt: null }))
    host.answer('updates.check', () => {
      host.answer('updates.status', ready)
      host.announce({ name: 'updates.changed' })
      return success({ state: 'checking' })
    })
    host.answer('updates.setInstallAtClose', (wanted) => {
      ;({ atClose } = wanted)
      return ready()
    })
    host.answer('updates.restart', ready)
    const page = await openWindow('/settings/advanced', host)
    await page.getByRole('button', { name: 'Check for updates' }).click()
    await page.getByText('Version 9.9.9 is ready to install.').waitFor()
    await page.getByText('Forecourt 9.9.9 is ready to install.').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const box = page.getByRole('checkbox', { name: 'Install when I close Forecourt' })
    // It is checked once the program has saved it.
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
    expect(host.inputsOf('updates.setInstallAtClose')).toEqual([{ atClose: true }])
    await page.getByRole('button', { name: 'Restart to update' }).click()
    await expect.poll(() => host.inputsOf('updates.restart')).toEqual([{}])
  })
})
