import { describe, expect, it } from 'vitest'
import { startPracticeService } from '../../src/simulator/service.ts'
import { openForecourt } from './harness.ts'
import { password } from './steps.ts'
import { callProgram } from './program-calls.ts'

describe('webhooks of an account', () => {
  it('cannot send to this PC: the inspector says what a real endpoint needs', async () => {
    const service = await startPracticeService({ customersPerSecond: 0 })
    const forecourt = await openForecourt()
    try {
      const { page } = forecourt
      await page.getByRole('textbox', { name: 'New password' }).fill(password)
      await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('button', { name: 'Enter account details' }).waitFor()
      await callProgram(page, 'connections.connect', {
        name: 'Main Street Motors',
        baseUrl: service.url,
        region: 'au',
        credentials: { scheme: 'api-key', apiKey: service.apiKey },
      })
      await page.reload()
      await page.getByRole('navigation', { name: 'Sections' }).waitFor()
      await page.keyboard.press('Alt+6')
      await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
      expect(await page.getByRole('button', { name: /at the inspector/ }).count()).toBe(0)
      await page.getByRole('button', { name: /^Inspector/ }).click()
      await page.getByText(/or a tunnel to this address/).waitFor()
      await forecourt.screenshot('webhooks-account-inspector')
    } finally {
      await forecourt.close()
      await service.stop()
    }
  })
})
