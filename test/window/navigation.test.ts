import { expect, it, onTestFinished } from 'vitest'
import { openWithPractice } from './steps.ts'

it('starts in a new tab without an error that is caught, and Search takes the keys that are pressed while its script is still loading', async () => {
  const forecourt = await openWithPractice()
  onTestFinished(() => forecourt.close())
  const tab = await forecourt.context.newPage()
  const tools = await forecourt.context.newCDPSession(tab)
  const thrown: string[] = []
  tools.on('Debugger.paused', ({ data }) => {
    thrown.push(String(data?.['description']))
    tools.send('Debugger.resume').catch(() => undefined)
  })
  await tools.send('Debugger.enable')
  await tools.send('Debugger.setPauseOnExceptions', { state: 'all' })
  await tab.goto(forecourt.page.url())
  await tab.locator('#app > :not(.still)').first().waitFor()
  await tools.send('Debugger.disable')
  // The browser reads the whole shell again for the place of such an error when somebody watches.
  expect(thrown.filter((error) => !error.includes('Symbol.toStringTag'))).toEqual([])
  await tab.close()

  const { page } = forecourt
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  let deliver = (): void => undefined
  const held = new Promise<void>((resolve) => (deliver = resolve))
  await page.route('**/assets/CommandPalette-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Alt+3')
  await heading('Customers').waitFor()
  const search = page.getByRole('searchbox').first()
  await search.focus()
  const requested = page.waitForRequest('**/assets/CommandPalette-*.js')
  await page.keyboard.press('Control+k')
  await requested
  await page.keyboard.type('upl')
  await page.keyboard.press('Escape')
  await page.keyboard.type('z')
  expect(await search.inputValue()).toBe('z')
  await search.fill('')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('upl  hisz')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  await page.keyboard.press('Enter')
  expect(await search.inputValue()).toBe('')
  deliver()
  await heading('Upload history').waitFor()
  await page.getByRole('dialog', { name: 'Search and run commands' }).waitFor({ state: 'hidden' })
})
