import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themes, type Harness } from './harness.ts'
import { openWithPractice } from './steps.ts'
import { callProgram } from './program-calls.ts'

const token = 'planted-s3cret-token'

describe.each(themes)('webhooks, in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page

  const card = (name: string): Locator => page.getByRole('article', { name })

  beforeAll(async () => {
    forecourt = await openWithPractice({ screen: '/webhooks', colorScheme, args: ['--practice-speed=2000'] })
    page = forecourt.page
    // No sighting comes while the inspector is read.
    await callProgram(page, 'practice.set', { speed: 0 })
  })
  afterAll(() => forecourt?.close())

  it('are created, edited beside someone else, pinged at the inspector, and deleted', async () => {
    const editor = page.getByRole('dialog', { name: /New webhook|^Edit / })
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Sales desk')
    await editor.getByRole('textbox', { name: 'Endpoint' }).fill(`http://127.0.0.1:9/hook?token=${token}`)
    await editor.getByText(/hides their values/).waitFor()
    await editor.getByRole('button', { name: 'Create webhook' }).click()
    await editor.waitFor({ state: 'hidden' })
    await card('Sales desk').getByText('http://127.0.0.1:9/hook?token=••••••').waitFor()
    expect(await page.content()).not.toContain(token)

    await card('Sales desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Mine')
    const { webhooks } = await callProgram(page, 'webhooks.list', {})
    const { id = '', version = '' } = webhooks[0] ?? {}
    const events = ['recapture_new', 'recapture_delist']
    await callProgram(page, 'webhooks.edit', { id, version, name: 'Theirs', events })
    await editor.getByRole('button', { name: 'Save' }).click()
    const conflict = editor.getByRole('alert', { name: 'Changed by someone else' })
    await conflict.getByRole('row', { name: 'Name Theirs Mine' }).waitFor()
    expect((await callProgram(page, 'webhooks.get', { id })).name).toBe('Theirs')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    const mine = card('Mine')
    await mine.getByRole('row', { name: /Name Theirs Mine/ }).waitFor()
    expect(await callProgram(page, 'webhooks.get', { id })).toMatchObject({ name: 'Mine', events })

    await mine.getByRole('button', { name: /^Send to the inspector/ }).click()
    await page.getByRole('button', { name: 'Replace address' }).click()
    await mine.getByText('Local inspector').waitFor()
    await mine.getByRole('button', { name: /^Ping/ }).click()
    await mine.getByText(/Ping succeeded \(204/).waitFor()
    await page.getByRole('button', { name: 'Test on this PC' }).click()
    const grid = page.getByRole('grid', { name: 'Received events' })
    await grid.getByText('Connection test').waitFor()
    const seen = await callProgram(page, 'practice.makeSighting', {})
    const sighting = grid.getByText(/: seen/).first()
    await sighting.waitFor()
    // Another event would move the row while it is clicked.
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('Paused. New events are still saved.').waitFor()
    await sighting.click()
    await page
      .getByRole('complementary', { name: /^Event \d/ })
      .getByRole('link', { name: 'Show customer' })
      .waitFor()
    expect((await callProgram(page, 'customers.get', { id: seen.customerId })).sightings.length).toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Back to webhooks' }).click()
    await mine.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    expect((await callProgram(page, 'webhooks.list', {})).webhooks).toEqual([])
  })
})
