import { expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'
import { openFromMenu } from '../window/controls.ts'

it('goes back and forward to a screen with its scroll position, by key, button and mouse', async () => {
  const page = await openWindow('/settings/this-pc', createPracticeHost(), {
    viewport: { width: 1024, height: 400 },
  })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const forward = page.getByRole('button', { name: 'Forward', exact: true })
  const body = page.locator('.frame > .body')
  // The focus scrolls as well.
  await page.getByRole('link', { name: 'Open Watched folders' }).focus()
  const toScroll = await body.evaluate((element) => element.scrollTop)
  expect(toScroll).toBeGreaterThan(100)
  await page.keyboard.press('Alt+6')
  await heading('Webhooks').waitFor()
  expect(await forward.isDisabled()).toBe(true)
  await page.keyboard.press('Alt+ArrowLeft')
  await heading('Settings').waitFor()
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(toScroll)
  await forward.click()
  await heading('Webhooks').waitFor()
  await back.click()
  await heading('Settings').waitFor()
  await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 4, cancelable: true })))
  await heading('Webhooks').waitFor()
})

longTest('moves the focus to the first screen when practice was started', async () => {
  const host = createPracticeHost()
  let state = connectionState(practice, { current: null, connections: [] })
  host.answer('connections.state', () => success(state))
  host.answer('connections.startPractice', () => {
    state = connectionState()
    // The window hears of it before the answer arrives.
    host.announce({ name: 'connections.changed', subject: null })
    return success(state)
  })
  const page = await openWindow('/', host)
  await page.getByRole('button', { name: 'Start practising' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
})

it('gives the focus back to the card that was opened when it goes back', async () => {
  const host = createPracticeHost()
  answerSavedDraft(host, sampleDraft())
  const page = await openWindow('/import', host)
  const card = page.getByRole('main').getByRole('link', { name: 'sold.csv' })
  await card.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /continue to/i }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('reads the title of a new screen out', async () => {
  const page = await openWindow('/settings', createPracticeHost())
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(document, { ariaNotify: (text: string) => said.push(text) })
    Object.assign(window, { said })
  })
  await openFromMenu(page, 'Webhooks')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
    .toContain('Webhooks – Forecourt')
})

longTest('names every group of shortcuts beside the list, and leads to those below', async () => {
  const page = await openWindow('/sightings', createPracticeHost(), { viewport: { width: 1024, height: 500 } })
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('heading', { level: 3 }).first().waitFor()
  const names = await dialog.getByRole('heading', { level: 3 }).allInnerTexts()
  const buttons = dialog.getByRole('navigation', { name: 'Groups' }).getByRole('button')
  expect(names.length).toBeGreaterThan(3)
  await expect.poll(() => buttons.count()).toBe(names.length)
  const last = dialog.getByRole('heading', { level: 3 }).last()
  await buttons.last().click()
  await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true)
})

longTest(
  'opens a recent file once more from Search and from the import page, and removes one that is gone',
  async () => {
    const host = createPracticeHost()
    const opened = { openedAt: '2026-11-18T02:00:00Z' }
    let files = [
      { id: 'r1', name: 'sold.csv', folder: 'C:\\Users\\Kim\\Exports', ...opened },
      { id: 'r2', name: 'may.csv', folder: 'C:\\Users\\Kim\\Downloads', ...opened },
    ]
    answerRecentFiles()
    const page = await openWindow('/sightings', host)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const recent = page.getByRole('region', { name: 'Recent files' })
    const palette = page.getByRole('dialog', { name: 'Search and run commands' })

    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox', { name: 'Search' }).fill('may.csv')
    await palette
      .getByRole('group', { name: 'Recent files' })
      .getByRole('option', { name: /may\.csv/ })
      .click()
    await page.getByText('“may.csv” was moved or deleted.').waitFor()
    // Only the desktop has recent files, so the tour does not judge them.
    expect(await seriousFindings(page)).toEqual([])
    await recent.getByRole('button', { name: 'Remove may.csv from the list' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(1)
    const remaining = recent.getByRole('button', { name: 'Remove sold.csv from the list' })
    await expect.poll(() => remaining.evaluate((element) => element === document.activeElement)).toBe(true)
    await recent.getByRole('button', { name: /^sold\.csv.*Exports/ }).click()
    await page.getByRole('button', { name: /continue to/i }).waitFor()
    expect(host.inputsOf('drafts.openRecentFile')).toEqual([{ id: 'r2' }, { id: 'r1' }])

    await page.getByRole('link', { name: 'Import customers' }).click()
    await recent.getByRole('button', { name: 'Clear list' }).click()
    await recent.waitFor({ state: 'detached' })

    function answerRecentFiles(): void {
      answerSavedDraft(host, sampleDraft())
      host.answer('drafts.recentFiles', () => success({ files }))
      host.answer('drafts.openRecentFile', ({ id }) =>
        id === 'r1'
          ? success({ fileId: 'file-1', name: 'sold.csv', sizeBytes: 1_000 })
          : failure({ kind: 'not-found', message: '“may.csv” was moved or deleted.' }),
      )
      host.answer('drafts.removeRecentFile', ({ id }) => {
        files = files.filter((file) => file.id !== id)
        return success({})
      })
      host.answer('drafts.clearRecentFiles', () => {
        files = []
        return success({})
      })
    }
  },
)
