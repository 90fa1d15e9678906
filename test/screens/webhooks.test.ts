import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import type { WebhookPing } from '../../src/contract/webhooks.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import { connectionState, practice } from './standard-answers.ts'
import { answerInspector, answerWebhooks, inspectorState, openWebhooks, token, webhook } from './webhook-screen.ts'

const ping = { webhookId: 'webhook-1', at: '2026-11-19T23:28:00Z', responseTimeMs: 12, endpointShown: null }

describe('the list of webhooks', () => {
  it('begins empty, and says what a webhook is for', async () => {
    const { page } = await openWebhooks({ webhooks: [] })
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    await page.getByText(/notifies your own system as soon as a past customer’s car is listed/).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
  })

  it('shows the full address on request, and hides it on request and when the screen closes', async () => {
    const { page, card } = await openWebhooks()
    const show = card('Sales desk').getByRole('button', { name: /^Show the full address/ })
    await show.click()
    await card('Sales desk').getByText(token).waitFor()
    await card('Sales desk')
      .getByRole('button', { name: /^Hide the full address/ })
      .click()
    await card('Sales desk').getByText(token).waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(token)
    await show.click()
    await card('Sales desk').getByText(token).waitFor()
    await page.keyboard.press('Alt+5')
    await page.getByRole('heading', { name: 'Upload history', level: 1 }).waitFor()
    await page.keyboard.press('Alt+6')
    await card('Sales desk').waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('pings, shows the result, and lists earlier pings', async () => {
    const { host, card } = await openWebhooks()
    const failed = { ...ping, responseStatus: null, ok: false, words: 'No answer from the endpoint.' }
    const succeeded = { ...ping, responseStatus: 204, ok: true, words: 'Ping succeeded (204, 12 ms).' }
    const pings: WebhookPing[] = [failed]
    host.answer('webhooks.pings', () => success({ pings }))
    host.answer('webhooks.ping', ({ id }) => {
      host.announce({ name: 'webhooks.changed', subject: id })
      return success(pings[0] ?? failed)
    })
    const press = (): Promise<void> => card('Sales desk').getByRole('button', { name: /^Ping/ }).click()
    await press()
    await card('Sales desk')
      .getByText(/^No answer from the endpoint/)
      .waitFor()
    pings.unshift(succeeded)
    await press()
    await card('Sales desk')
      .getByText(/Ping succeeded \(204/)
      .waitFor()
    await card('Sales desk').getByText('Earlier pings from this PC (1)').click()
    await card('Sales desk').getByText('no answer', { exact: true }).waitFor()
    expect(host.inputsOf('webhooks.ping')).toEqual([{ id: 'webhook-1' }, { id: 'webhook-1' }])
  })

  longTest('deletes a webhook after a confirmation that says what that means', async () => {
    const { host, page, card } = await openWebhooks()
    await card('Sales desk')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Delete Sales desk?' })
    await question.getByText(/may still arrive.*can’t be undone/).waitFor()
    expect(host.inputsOf('webhooks.delete')).toEqual([])
    await question.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    expect(host.inputsOf('webhooks.delete')).toEqual([{ id: 'webhook-1' }])
  })

  it('asks before the inspector replaces an address, and puts it back', async () => {
    const { host, page, card, webhooks } = await openWebhooks()
    host.answer('inspector.point', () => {
      webhooks.change('webhook-1', { endpointShown: 'http://127.0.0.1:4100/t', toInspector: true })
      host.announce({ name: 'webhooks.changed' })
      return success({ webhook: webhook({ version: '2', toInspector: true }), state: inspectorState })
    })
    host.answer('inspector.setStartsByItself', () => success(inspectorState))
    host.answer('inspector.stop', () => success(inspectorState))
    const send = card('Sales desk').getByRole('button', { name: /^Send to the inspector/ })
    await send.click()
    const question = page.getByRole('dialog', { name: 'Send Sales desk to the inspector?' })
    await question
      .getByText(/127\.0\.0\.1:9\/hook.*is replaced.*starts with Forecourt.*later, enter the address again/)
      .waitFor()
    await page.keyboard.press('Escape')
    expect(host.inputsOf('inspector.point')).toEqual([])
    await send.click()
    await question.getByRole('button', { name: 'Replace address' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Sales desk sends to its own address again.').waitFor()
    expect(host.inputsOf('webhooks.edit')).toEqual([
      { id: 'webhook-1', version: '2', endpoint: `http://127.0.0.1:9/hook?token=${token}` },
    ])
    // It did not run before, and did not start with Forecourt.
    expect(host.inputsOf('inspector.setStartsByItself')).toEqual([{ on: false }])
    expect(host.inputsOf('inspector.stop')).toEqual([{}])
  })

  it('says that the inspector creates a webhook, and deletes it on request', async () => {
    const { host, page } = await openWebhooks({ webhooks: [], prepare: (twin) => void answerInspector(twin, []) })
    const created = webhook({ name: 'Local inspector', toInspector: true })
    host.answer('inspector.point', () => success({ webhook: created, state: inspectorState }))
    host.answer('inspector.setStartsByItself', () => success(inspectorState))
    await page.getByRole('button', { name: 'Test on this PC' }).click()
    await page.getByText('Creates a webhook. Practice data then sends every event').waitFor()
    await page.getByRole('button', { name: 'Send a webhook to the inspector' }).click()
    await page.getByText(/^Created Local inspector, which sends every event/).waitFor()
    expect(host.inputsOf('inspector.point')).toEqual([{ webhookId: null }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Deleted Local inspector.').waitFor()
    expect(host.inputsOf('webhooks.delete')).toEqual([{ id: 'webhook-1' }])
    expect(host.inputsOf('inspector.setStartsByItself')).toEqual([{ on: false }])
    // It ran before.
    expect(host.inputsOf('inspector.stop')).toEqual([])
  })

  it('says that it is the saved one while the service cannot be reached, and loads again by itself', async () => {
    const problem = { kind: 'offline', message: 'Can’t connect to the service.' } as const
    const { host, page, card } = await openWebhooks({
      prepare(twin) {
        twin.answer('connections.state', () => success(connectionState(practice, { reachability: 'offline' })))
        twin.answer('webhooks.list', () =>
          success({ webhooks: [webhook()], unreadable: [], other: [], at: '2026-11-19T22:00:00Z', problem }),
        )
      },
    })
    await page.getByText(/Showing the list from/).waitFor()
    host.answer('connections.state', () => success(connectionState()))
    answerWebhooks(host, [webhook()])
    host.announce({ name: 'connections.changed' })
    await page.getByText(/Showing the list from/).waitFor({ state: 'detached' })
    expect(await card('Sales desk').count()).toBe(1)
  })

  longTest('says that the region has no webhooks', async () => {
    const { page } = await openWebhooks({
      prepare: (twin) =>
        twin.answer('connections.state', () => success(connectionState({ ...practice, region: 'my' }))),
    })
    await page
      .getByText(/Australia and New Zealand only, not in Malaysia/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'New webhook' }).isDisabled()).toBe(true)
  })

  it.each(onlyLong({ width: 1024, height: 700 }, { width: 660, height: 430 }))(
    'has no horizontal scroll at $width by $height',
    async (viewport) => {
      const { page, card } = await openWebhooks({ viewport })
      await card('Sales desk').waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    },
  )
})

longDescribe('the form of a webhook', () => {
  it('checks the endpoint while the user types, and creates a webhook with the keyboard alone', async () => {
    const { host, page, editor, card } = await openWebhooks({
      webhooks: [],
      prepare: (twin) =>
        twin.answer('webhooks.checkEndpoint', ({ endpoint }) =>
          endpoint.includes('127.0.0.1')
            ? success({ ok: true, findings: [{ severity: 'info', words: 'The list hides their values.' }] })
            : success({ ok: false, findings: [{ severity: 'error', words: 'The address must start with https.' }] }),
        ),
    })
    await page.getByRole('button', { name: 'New webhook' }).first().focus()
    await page.keyboard.press('Enter')
    await editor.getByRole('textbox', { name: 'Name' }).fill('Sales desk')
    const endpoint = editor.getByRole('textbox', { name: 'Endpoint' })
    await endpoint.fill('http://crm.dealer.com.au/hook')
    await editor.getByText(/must start with https/).waitFor()
    await page.keyboard.press('Enter')
    expect(await editor.getByRole('alert').allInnerTexts()).toEqual(['The address must start with https.'])
    expect(host.inputsOf('webhooks.create')).toEqual([])
    await endpoint.fill(`http://127.0.0.1:9/hook?token=${token}`)
    await editor.getByText(/hides their values/).waitFor()
    await editor.getByRole('checkbox', { name: /Valuation change/ }).focus()
    await page.keyboard.press('Space')
    await editor.getByRole('button', { name: 'Create webhook' }).focus()
    await page.keyboard.press('Enter')
    await editor.waitFor({ state: 'hidden' })
    await card('Sales desk').getByText('http://127.0.0.1:9/hook?token=••••••').waitFor()
    expect(await card('Sales desk').getByRole('list', { name: 'Events' }).innerText()).toContain('Valuation change')
    expect(await page.content()).not.toContain(token)
    expect(host.inputsOf('webhooks.create')).toMatchObject([
      { name: 'Sales desk', region: 'au', events: ['recapture_new', 'valuation_change'] },
    ])
  })

  it('shows one error at a time, beside its field, which gets the focus', async () => {
    const { host, page, editor } = await openWebhooks({
      webhooks: [],
      prepare: (twin) =>
        twin.answer('webhooks.checkEndpoint', () =>
          success({
            ok: false,
            findings: [
              { severity: 'error', words: 'The address must start with https.' },
              { severity: 'warning', words: 'It ends with a comma.' },
            ],
          }),
        ),
    })
    await page.getByRole('button', { name: 'New webhook' }).click()
    const [name, endpoint] = ['Name', 'Endpoint'].map((label) => editor.getByRole('textbox', { name: label }))
    if (!name || !endpoint) throw new Error('The form has two text fields')
    const errors = () => editor.getByRole('alert').allInnerTexts()
    await endpoint.fill('http://crm.dealer.com.au/hook,')
    await expect.poll(errors).toEqual(['The address must start with https.'])
    await editor.getByRole('button', { name: 'Create webhook' }).click()
    await expect.poll(errors).toEqual(['Enter a name.'])
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await name.fill('Sales desk')
    await page.keyboard.press('Enter')
    await expect.poll(errors).toEqual(['The address must start with https.'])
    expect(await endpoint.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await editor.getByText('It ends with a comma.').count()).toBe(0)
    await endpoint.fill('')
    await expect.poll(errors).toEqual(['Enter the address that receives the events.'])
    expect(host.inputsOf('webhooks.create')).toEqual([])
  })

  it('saves only what the user changed, and shows what the service changed', async () => {
    const { host, editor, card } = await openWebhooks()
    host.answer('webhooks.edit', ({ name = null, events = [] }) =>
      success({
        webhook: webhook({ name, events, version: '2' }),
        updates: [
          { property: 'name', before: 'Sales desk', after: name },
          { property: 'events', before: 'New sighting', after: 'New sighting, Price change' },
        ],
      }),
    )
    host.answer('webhooks.list', () =>
      success({
        webhooks: [webhook(host.inputsOf('webhooks.edit').length > 0 ? { name: 'Front desk' } : {})],
        unreadable: [],
        other: [],
        at: '2026-11-19T23:29:00Z',
        problem: null,
      }),
    )
    await card('Sales desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await editor.getByRole('checkbox', { name: /Price change/ }).check()
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'hidden' })
    host.announce({ name: 'webhooks.changed' })
    const changes = card('Front desk').getByRole('status', { name: 'Saved changes' })
    await changes.getByRole('row', { name: /Name Sales desk Front desk/ }).waitFor()
    await changes.getByRole('row', { name: /Events New sighting New sighting, Price change/ }).waitFor()
    expect(host.inputsOf('webhooks.edit')).toEqual([
      { id: 'webhook-1', version: '1', name: 'Front desk', events: ['recapture_new', 'recapture_price_change'] },
    ])
  })

  it('removes a name that is cleared, and keeps an endpoint that was only looked at', async () => {
    const { host, editor, card } = await openWebhooks()
    host.answer('webhooks.checkEndpoint', () => success({ ok: true, findings: [] }))
    await card('Sales desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('')
    await editor.getByRole('button', { name: 'Show and edit' }).click()
    await expect.poll(() => editor.getByRole('textbox', { name: 'Endpoint' }).inputValue()).toContain(token)
    await editor.getByRole('button', { name: 'Keep current endpoint' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await card('Unnamed webhook')
      .getByRole('row', { name: /Name Sales desk Removed/ })
      .waitFor()
    expect(host.inputsOf('webhooks.edit')).toEqual([{ id: 'webhook-1', version: '1', name: '' }])
  })

  it('overwrites nothing that someone else changed: shows both versions, and the user chooses', async () => {
    const { host, editor, card, webhooks } = await openWebhooks()
    await card('Sales desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Mine')
    webhooks.change('webhook-1', { name: 'Theirs', events: ['recapture_new', 'recapture_delist'] })
    await editor.getByRole('button', { name: 'Save' }).click()
    const conflict = editor.getByRole('alert', { name: 'Changed by someone else' })
    await conflict.getByRole('row', { name: 'Name Theirs Mine' }).waitFor()
    await conflict.getByRole('row', { name: 'Events New sighting, Listing removed Unchanged' }).waitFor()
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await card('Mine').waitFor()
    expect(host.inputsOf('webhooks.edit')).toEqual([
      { id: 'webhook-1', version: '1', name: 'Mine' },
      { id: 'webhook-1', version: '2', name: 'Mine' },
    ])
  })
})
