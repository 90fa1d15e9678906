import { expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import type { StorageStatus } from '../../src/contract/storage.ts'
import { createPracticeHost, openWindow } from './stage.ts'

it('begins in the password, rejects a wrong one, and opens the data with the right one afterwards', async () => {
  const host = createPracticeHost()
  let status: StorageStatus = { state: 'needs-password' }
  host.answer('storage.status', () => success(status))
  host.answer('storage.unlock', ({ password }) => {
    if (password !== 'correct horse 9')
      return failure({ kind: 'invalid-input', message: "That password isn't correct." })
    status = { state: 'open', protection: 'password', notice: null, needsRecoveryKey: false }
    return success(status)
  })
  const page = await openWindow('/customers', host)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText("That password isn't correct.").waitFor()
  expect(await sections.count()).toBe(0)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse 9')
  await page.keyboard.press('Enter')
  await sections.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
