import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { longTest } from '../runs.ts'
import { boot, bootToWindow, call, type Booted } from './desktop-harness.ts'

const ask = (program: Booted, method: string, input: unknown = {}) =>
  program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>

/** A program with practice data whose upload takes long. */
async function uploading(): Promise<Booted> {
  const program = await bootToWindow({ TWIN_KEYCHAIN: 'file' }, ['--practice', '--practice-speed=1'])
  await upload(program)
  return program
}

async function upload(program: Booted): Promise<void> {
  await expect.poll(() => ask(program, 'customers.status')).toMatchObject({ value: { syncing: null } })
  const { fileId } = (await ask(program, 'practice.takeSample', { sample: 'clean' })).value
  const { id: draftId } = (await ask(program, 'drafts.open', { fileId })).value
  await ask(program, 'uploads.create', { draftId, name: 'Sold cars', lookUpMissingVins: false })
  await expect.poll(async () => (await program.ask('progressBars')).at(-1)).toMatchObject({ mode: 'normal' })
}

describe('closing the window', () => {
  it('ends the program when no upload runs', async () => {
    const program = await bootToWindow()
    expect(await program.ask('isVisible')).toBe(true)
    expect(await program.ask('closeWindow')).toBe(false)
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(await program.ask('questions')).toEqual([])
    expect(program.log()).toContain('program.closed')
  })

  it('while an upload runs asks, and goes on in the tray with today’s calls until the window is opened again', async () => {
    const program = await uploading()
    await program.ask('answerQuestions', 2)
    expect(await program.ask('closeWindow')).toBe(true)
    await expect.poll(async () => (await program.ask('questions')).length).toBe(1)
    expect(await program.ask('tray')).toBeNull()
    expect(await program.ask('transcript')).not.toContain('quit')

    await program.ask('answerQuestions', 0)
    await program.ask('closeWindow')
    await expect.poll(() => program.ask('tray')).not.toBeNull()
    await expect
      .poll(() => program.ask('tray'))
      .toMatchObject({
        tip: expect.stringMatching(/^Forecourt\nUploading, \d+%\n\d+ calls? today$/),
        labels: [
          'Open Forecourt',
          expect.stringMatching(/^[1-9]\d* calls? today$/),
          expect.stringContaining('Uploading'),
          'Quit',
        ],
      })
    const tray = await program.ask('tray')
    expect(existsSync(tray?.icon ?? '')).toBe(true)
    expect(await program.ask('isVisible')).toBe(false)

    await program.ask('clickTray')
    expect(await program.ask('isVisible')).toBe(true)
    expect(await program.ask('tray')).toBeNull()

    // The answer is not remembered without the tick.
    await program.ask('closeWindow')
    await expect.poll(async () => (await program.ask('questions')).length).toBe(3)
    await expect.poll(() => program.ask('tray')).not.toBeNull()
    await program.ask('chooseFromTray', 'Quit')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect((await program.ask('questions')).length).toBe(3)
  })

  longTest('remembers the answer when the user wants it, and the setting changes it', async () => {
    const program = await uploading()
    await program.ask('answerQuestions', 1, true)
    await program.ask('closeWindow')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    const next = await boot({ TWIN_KEYCHAIN: 'file' }, [], program.folder)
    await next.ask('ready')
    await expect.poll(() => ask(next, 'app.preferences')).toMatchObject({ value: { whenClosing: 'quit' } })
  })

  it('says that rows are lost when nothing is stored, also when the answer is set', async () => {
    const program = await boot({ TWIN_KEYCHAIN: 'refusing' }, ['--practice-speed=1'])
    await program.ask('ready')
    await expect.poll(() => ask(program, 'storage.keepNothing')).toMatchObject({ ok: true })
    await ask(program, 'connections.startPractice', { region: 'au' })
    await upload(program)
    await ask(program, 'app.setPreferences', { whenClosing: 'quit' })
    await program.ask('answerQuestions', 2)
    expect(await program.ask('closeWindow')).toBe(true)
    await expect
      .poll(() => program.ask('questions'))
      .toMatchObject([{ detail: expect.stringContaining('rows that aren’t sent yet are lost') as string }])
    expect(await program.ask('isVisible')).toBe(true)
  })

  longTest('does not ask when the answer is set', async () => {
    const program = await uploading()
    await ask(program, 'app.setPreferences', { whenClosing: 'background' })
    await program.ask('closeWindow')
    await expect.poll(() => program.ask('tray')).not.toBeNull()
    expect(await program.ask('questions')).toEqual([])
    await program.ask('chooseFromTray', 'Open Forecourt')
    expect(await program.ask('isVisible')).toBe(true)
  })
})

describe('text that was typed and not saved', () => {
  it('is asked about when the window closes and when the program quits, and keeps both open', async () => {
    const program = await bootToWindow()
    await program.ask('typesText')
    await program.ask('answerQuestions', 1)
    expect(await program.ask('closeWindow')).toBe(true)
    await program.ask('quits')
    const asked = { message: 'Text that you typed isn’t saved.', buttons: ['Close anyway', 'Cancel'] }
    expect(await program.ask('questions')).toMatchObject([asked, asked])
    expect(await program.ask('isVisible')).toBe(true)
    expect(program.log()).not.toContain('program.closed')

    await program.ask('answerQuestions', 0)
    expect(await program.ask('closeWindow')).toBe(false)
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(program.log()).toContain('program.closed')
  })

  it('does not hold up a PC that shuts down', async () => {
    const program = await bootToWindow()
    await program.ask('typesText')
    await program.ask('answerQuestions', 1)
    await program.ask('shutsDown')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(await program.ask('questions')).toEqual([])
  })
})

it('stays until its data is closed, however often the user and the system ask it to quit', async () => {
  const program = await bootToWindow()
  expect(await program.ask('closeDown', 3)).toBe(true)
  await expect.poll(() => program.ask('exitCode')).toBe(0)
  expect(program.log()).toContain('program.closed')
})

it('questions that are open when the program quits change nothing any more', async () => {
  const program = await uploading()
  await program.ask('leaveQuestionsOpen')
  await program.ask('answerQuestions', 0)
  await program.ask('closeWindow')
  await program.ask('hangs')
  await expect.poll(async () => (await program.ask('questions')).length).toBe(2)
  await program.ask('closeDown')
  await program.ask('leaveQuestionsOpen')
  await expect.poll(() => program.ask('exitCode')).toBe(0)
  expect((await program.ask('transcript')).filter((line) => line.startsWith('error box'))).toEqual([])
  expect(program.log()).not.toContain('program.defect')
})

describe('a start while the program closes', () => {
  it('begins again once the data is closed: visible, with its own files and the data folder alone', async () => {
    const program = await bootToWindow({}, ['--hidden', '--practice', '/home/kim/first.csv'])
    expect(await program.ask('isVisible')).toBe(false)
    const words = ['--hidden', 'cars.csv', 'file:///home/kim/M%C3%A4rz.xlsx']
    await program.ask('startAgainWhileClosing', words, '/home/kim', '/home/kim/dropped.csv')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    const files = ['/home/kim/cars.csv', 'file:///home/kim/M%C3%A4rz.xlsx', '/home/kim/dropped.csv']
    expect(await program.ask('relaunches')).toEqual([{ args: [`--data-dir=${program.folder}`, ...files] }])
    expect((await program.ask('transcript')).slice(-2)).toEqual(['relaunch', 'exit'])
  })

  longTest('begins again from the AppImage, whose program is gone by then', async () => {
    const program = await bootToWindow({ APPIMAGE: '/home/kim/Forecourt.AppImage' })
    await program.ask('startAgainWhileClosing', [], '/home/kim')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(await program.ask('relaunches')).toEqual([
      { args: [`--data-dir=${program.folder}`], execPath: '/home/kim/Forecourt.AppImage' },
    ])
  })
})
