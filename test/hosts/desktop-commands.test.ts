import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CommandReport, StoppedReport } from '../../src/contract/command-line.ts'
import { longTest } from '../runs.ts'
import { bootToWindow } from './desktop-harness.ts'

const samples = resolve('resources/samples')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the built main bundle with the words of a command, as the installed program is started. */
function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const transcriptFile = join(newFolder(), 'transcript.json')
  const child = spawn(process.execPath, [resolve('test/hosts/twins/boot-main.ts'), ...words], {
    env: {
      ...process.env,
      TWIN_BUNDLE: resolve('out/main/index.js'),
      TWIN_COMMAND: transcriptFile,
      DISPLAY: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [said, told] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    said,
    told,
    transcript: JSON.parse(readFileSync(transcriptFile, 'utf8')) as string[],
  }))
  return { ended, told: () => told }
}

async function report(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const ended = await start([...words, '--json', '--quiet'], env).ended
  const value: unknown = JSON.parse(ended.said)
  const full = CommandReport.safeParse(value)
  return { ...ended, report: full.success ? full.data : StoppedReport.parse(value) }
}

describe('the installed program as a command', () => {
  it('shows its help or what is wrong, without a window, a lock or a data folder', async () => {
    const [help, wrong] = await Promise.all([start(['--cli', '--help']).ended, start(['--cli', 'send']).ended])
    expect(help).toMatchObject({ code: 0, told: '', transcript: [] })
    expect(help.said).toContain('forecourt import FILE')
    expect(wrong).toMatchObject({ code: 64, said: '', transcript: [] })
    expect(wrong.told).toContain('There is no command “send”.')
  })

  it(
    'imports a clean file, leaves one with errors to a person, refuses a truncated one, and passes names on as they are',
    { timeout: 120_000 },
    async () => {
      const folder = newFolder()
      const words = ['--practice', '--practice-seed=1', '--practice-speed=10000', `--data-dir=${join(folder, 'data')}`]
      const keychain = { TWIN_KEYCHAIN: 'file', TWIN_FOLDER: folder }
      const clean = join(folder, 'März & “100%” (1).csv')
      copyFileSync(join(samples, 'sold-cars-clean.csv'), clean)
      const sent = await report(['--cli', 'import', clean, '--yes', ...words], keychain)
      expect(sent).toMatchObject({ code: 0, told: '', transcript: [] })
      expect(sent.report).toMatchObject({ file: clean, upload: { state: 'complete', accepted: 30 } })
      // Where a shell waits for the program, the name of the command is enough.
      const messy = await report(['import', join(samples, 'sold-cars-messy.xlsx'), '--yes', ...words], keychain)
      expect(messy).toMatchObject({ code: 2, report: { upload: null } })
      const truncated = join(folder, 'truncated.xlsx')
      writeFileSync(truncated, readFileSync(join(samples, 'sold-cars-messy.xlsx')).subarray(0, 3_000))
      expect(await report(['import', truncated, '--yes', ...words], keychain)).toMatchObject({ code: 3 })
    },
  )

  it('works in the open window of the same data folder', async () => {
    const window = await bootToWindow({ TWIN_KEYCHAIN: 'file' }, ['--practice'])
    await expect.poll(() => existsSync(join(window.folder, 'command-channel.json'))).toBe(true)
    expect(await report(['--cli', 'status', `--data-dir=${window.folder}`])).toMatchObject({
      code: 0,
      transcript: [],
      report: { command: 'status', connection: 'Practice' },
    })
  })

  longTest('ends as by Ctrl+C when the script ends that passes its output on', async () => {
    const folder = newFolder()
    const script = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)'])
    onTestFinished(() => void script.kill('SIGKILL'))
    const words = ['--practice', '--practice-speed=1', '--no-keychain', `--data-dir=${join(folder, 'data')}`]
    const { ended, told } = start(['--cli', 'import', join(samples, 'sold-cars-clean.csv'), '--yes', ...words], {
      FORECOURT_STARTED_BY: String(script.pid),
    })
    await expect.poll(told, { timeout: 60_000 }).toMatch(/of 30 rows processed/)
    script.kill('SIGKILL')
    expect(await ended).toMatchObject({ code: 130, said: '' })
  })

  it('writes its result to standard output and its problems to standard error on Windows too', async () => {
    const [help, wrong] = await Promise.all([
      start(['--cli', '--help'], { TWIN_WINDOWS: '1' }).ended,
      start(['--cli', 'send'], { TWIN_WINDOWS: '1' }).ended,
    ])
    expect(help).toMatchObject({ code: 0, told: '', said: expect.stringContaining('forecourt import FILE') })
    expect(wrong).toMatchObject({ code: 64, said: '', told: expect.stringContaining('There is no command “send”.') })
  })
})
