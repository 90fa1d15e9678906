import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bootToWindow, call, type Booted } from './desktop-harness.ts'

const ask = (program: Booted, method: string, input: unknown = {}) =>
  program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>

/** A program with practice data whose upload takes long. */
async function uploading(): Promise<Booted> {
  const program = await bootToWindow({}, ['--practice', '--practice-speed=1'])
  await expect.poll(() => ask(program, 'customers.status')).toMatchObject({ value: { syncing: null } })
  const { fileId } = (await ask(program, 'practice.takeSample', { sample: 'clean' })).value
  const { id: draftId } = (await ask(program, 'drafts.open', { fileId })).value
  await ask(program, 'uploads.create', { draftId, name: 'Sold cars', lookUpMissingVins: false })
  await expect.poll(async () => (await program.ask('progressBars')).at(-1)).toMatchObject({ mode: 'normal' })
  return program
}

describe('closing the window', () => {
  it('ends the program when no upload runs', async () => {
    const program = await bootToWindow()
    expect(await program.ask('closeWindow')).toBe(false)
    expect(await program.ask('questions')).toEqual([])
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
    expect(await program.ask('transcript')).toContain('quit')
    expect(await program.ask('closeWindow')).toBe(false)
  })

  it('remembers the answer when the user wants it, and the setting changes it', async () => {
    const program = await uploading()
    await program.ask('answerQuestions', 1, true)
    await program.ask('closeWindow')
    await expect.poll(() => ask(program, 'app.preferences')).toMatchObject({ value: { whenClosing: 'quit' } })
    await expect.poll(() => program.ask('transcript')).toContain('quit')
  })

  it('does not ask when the answer is set', async () => {
    const program = await uploading()
    await ask(program, 'app.setPreferences', { whenClosing: 'background' })
    await program.ask('closeWindow')
    await expect.poll(() => program.ask('tray')).not.toBeNull()
    expect(await program.ask('questions')).toEqual([])
    await program.ask('chooseFromTray', 'Open Forecourt')
    expect(await program.ask('isVisible')).toBe(true)
  })
})

it('a start while the program closes begins again with its files once the data is closed', async () => {
  const program = await bootToWindow()
  await program.ask('startAgainWhileClosing', ['cars.csv'], '/home/kim')
  await expect.poll(() => program.ask('exitCode')).toBe(0)
  const transcript = await program.ask('transcript')
  expect(transcript.at(-2)).toMatch(/^relaunch .*\/home\/kim\/cars\.csv$/)
})
