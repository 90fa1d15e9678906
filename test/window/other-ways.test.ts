import { expect, it, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { goTo } from './controls.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { answerContactByCalls, openWithPractice, sample, sumOfRows, unlock, waitForEnd } from './steps.ts'

const countCustomers = async (page: Page): Promise<number> => (await callProgram(page, 'customers.status', {})).total

it('keeps a draft with its fixes and finishes an upload after the program was killed', async () => {
  const forecourt = await openWithPractice({ screen: '/customers', args: ['--practice-speed=60'] })
  onTestFinished(() => forecourt.close())
  let { page } = forecourt
  await waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
  )
  const before = await countCustomers(page)
  const open = async (): Promise<string> => {
    const { fileId } = await sendFile(page, sample('sold-vehicles.csv'))
    const draft = await callProgram(page, 'drafts.open', { fileId })
    await answerContactByCalls(page, draft)
    return draft.id
  }
  const draftId = await open()
  const { id: uploadId } = await callProgram(page, 'uploads.create', {
    draftId: await open(),
    name: 'May',
    lookUpMissingVins: false,
  })
  await goTo(page, `/import/${draftId}`)
  await page.getByRole('button', { name: 'Continue to Check' }).click()
  await page.getByRole('grid', { name: 'Rows of the spreadsheet' }).getByText('Vctoria').dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('VIC')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Errors 2/ }).waitFor()
  await goTo(page, `/uploads/${uploadId}`)
  await page.getByText(/[1-9]\d* of 345/).waitFor()
  await forecourt.killProgram()
  await page.getByText('Forecourt isn’t responding on this PC.').waitFor()

  page = await forecourt.startAgain()
  await unlock(page)
  await page.getByRole('link', { name: 'Upload history' }).click()
  await page.getByRole('link', { name: 'May' }).click()
  await waitForEnd(page)
  const sum = await sumOfRows(page)
  expect(sum).toMatchObject({ inFile: 416, adds: true })
  await expect.poll(() => countCustomers(page)).toBe(before + (sum.parts.tracked ?? 0))
  await page.getByRole('link', { name: 'Import customers' }).click()
  await page.getByRole('link', { name: 'sold-vehicles.csv' }).click()
  await page.getByRole('button', { name: /^Errors 2/ }).waitFor()
})
