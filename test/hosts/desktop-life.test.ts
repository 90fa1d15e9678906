import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { boot, bootToWindow, call, type Booted } from './desktop-harness.ts'

const logOff = async (program: Booted): Promise<void> => {
  await program.ask('sessionEnds')
  expect(program.log()).toContain('storage.closedAtOnce')
}

describe('the start', () => {
  it('opens the window before the keychain has answered, and says what it waits for', async () => {
    const program = await boot({ TWIN_KEYCHAIN: 'slow' })
    await program.ask('ready')
    await program.ask('untilWindow')
    const status = () => program.ask('request', call('storage.status'))
    await expect.poll(status).toEqual({ ok: true, value: { state: 'starting', step: 'keychain' } })
    expect(await program.ask('request', call('customers.status'))).toMatchObject({ error: { kind: 'storage-locked' } })
    await program.ask('keychainAnswers')
    await expect.poll(status).toMatchObject({ value: { state: 'open', protection: 'keychain' } })
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'storage.changed' }),
    })
  })

  it('checks the pages on another thread after an unclean end, with the data open', async () => {
    const first = await bootToWindow({ TWIN_KEYCHAIN: 'file' })
    await first.ask('request', call('app.setPreferences', { theme: 'dark' }))
    await first.kill()
    const second = await boot({ TWIN_KEYCHAIN: 'file' }, [], first.folder)
    await second.ask('ready')
    await expect
      .poll(() => second.ask('request', call('storage.status')))
      .toMatchObject({ value: { state: 'open', notice: null } })
    await expect.poll(() => second.log()).toContain('storage.checked')
  })

  it('ends with a sentence when its folder cannot be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-no-folder-'))
    writeFileSync(join(folder, 'file'), '')
    await expect(boot({}, [], join(folder, 'file', 'data'))).rejects.toThrow('ended with 1')
    rmSync(folder, { recursive: true })
  })
})

describe('files opened with Forecourt', () => {
  const takeAll = async (program: Booted): Promise<string[]> => {
    const names: string[] = []
    for (;;) {
      const answer = await program.ask('request', call('app.takeOpenedFile'))
      const { ok, value, error } = answer as {
        ok: boolean
        value: { name: string } | null
        error?: { message: string }
      }
      if (ok && value === null) return names
      names.push(ok ? (value?.name ?? '') : (error?.message ?? ''))
    }
  }

  it('are those of the first start, of a second start and of the Finder; one that is gone stops none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-opened-'))
    const make = (name: string): string => {
      writeFileSync(join(folder, name), 'Rego,State\nABC123,VIC\n')
      return join(folder, name)
    }
    const program = await bootToWindow({}, [make('first.csv'), '--practice', 'notes.docx'])
    expect(await takeAll(program)).toEqual(['first.csv'])
    make('second.XLSX')
    await program.ask('secondInstance', ['--flag', join(folder, 'gone.csv'), 'second.XLSX'], folder)
    await program.ask('openFile', make('third.csv'))
    expect(await takeAll(program)).toEqual(['“gone.csv” no longer exists.', 'second.XLSX', 'third.csv'])
    expect(await program.ask('focused')).toEqual([1])
    const events = (await program.ask('sent')) as { event: { name: string } }[]
    expect(events.filter(({ event }) => event.name === 'app.fileOpened')).toHaveLength(3)
    rmSync(folder, { recursive: true })
  })

  it('can be addresses, as the file managers of Linux give them; what is on another PC is refused in words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-opened-'))
    const addressOf = (name: string): string => {
      writeFileSync(join(folder, name), 'Rego,State\nABC123,VIC\n')
      return pathToFileURL(join(folder, name)).href
    }
    const program = await bootToWindow({}, [addressOf('März & Co 100% #2?.csv')])
    expect(await takeAll(program)).toEqual(['März & Co 100% #2?.csv'])
    const others = [
      addressOf('second list.xlsx'),
      'file://server/share/away%20list.csv',
      'sftp://server/home/kim/far.xlsx',
      'https://cars.example/cars.csv',
      `file://${folder}/caf%E9.csv`,
      `file://${folder}/a%2Fb.csv`,
      `file://${folder}/cut%00.csv`,
      `file://${folder}/list#2.csv`,
      `file://${folder}/gone.csv`,
    ]
    await program.ask('secondInstance', others, '/')
    expect(await takeAll(program)).toEqual([
      'second list.xlsx',
      '“away list.csv” isn’t on this PC.',
      '“far.xlsx” isn’t on this PC.',
      '“cars.csv” isn’t on this PC.',
      '“caf%E9.csv” can’t be opened because of the characters in its path.',
      '“a/b.csv” can’t be opened because of the characters in its path.',
      '“cut\0.csv” can’t be opened because of the characters in its path.',
      '“list#2.csv” can’t be opened because of the characters in its path.',
      '“gone.csv” no longer exists.',
    ])
    rmSync(folder, { recursive: true })
  })
})

describe('the end of the session', () => {
  it('of Windows closes the data at once: the next start finds it closed cleanly', async () => {
    const program = await bootToWindow({ TWIN_KEYCHAIN: 'file' })
    await program.ask('request', call('app.setPreferences', { theme: 'dark' }))
    await logOff(program)
    await program.kill()
    const next = await boot({ TWIN_KEYCHAIN: 'file' }, [], program.folder)
    await next.ask('ready')
    await expect.poll(() => next.ask('request', call('app.preferences'))).toMatchObject({ value: { theme: 'dark' } })
    expect(next.log()).not.toContain('storage.checked')
  })

  it('of macOS and Linux is delayed until the program has quit', async () => {
    const program = await bootToWindow()
    expect(await program.ask('shutsDown')).toBe(true)
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(program.log()).toContain('program.closed')
  })
})

it('an error that nothing caught closes the data, shows one plain sentence with a reference, and ends the program', async () => {
  const program = await bootToWindow()
  await program.ask('throwsOutsideAnyCall', 'Jane Citizen 0491 570 006 could not be parsed')
  await program.ask('throwsOutsideAnyCall', 'again')
  await expect.poll(() => program.ask('exitCode')).toBe(1)
  const boxes = (await program.ask('transcript')).filter((line) => line.startsWith('error box'))
  expect(boxes).toHaveLength(1)
  expect(boxes[0]).toMatch(/Forecourt has to close: .*Reference: [0-9a-f]{8}/s)
  expect(boxes[0]).not.toContain('Jane')
  const reference = /Reference: ([0-9a-f]{8})/.exec(boxes[0] ?? '')?.[1] ?? 'none'
  expect(program.log()).toContain(reference)
  expect(program.log()).not.toContain('Jane')
})
