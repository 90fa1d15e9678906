import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CommandReport, StoppedReport } from '../../src/contract/command-line.ts'
import { onlyLong } from '../runs.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Output = 'pipe' | number

/** Its bundle, which `node scripts/prepare.mjs` builds. */
const bundle = 'out/main/command-line.js'

/** Starts the command line. `output`, `errors`: where its results and its progress go. */
function start(words: readonly string[], output: Output = 'pipe', errors: Output = 'pipe'): ChildProcess {
  const child = spawn(process.execPath, [bundle, ...words], { stdio: ['ignore', output, errors] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function endOf(child: ChildProcess) {
  let [said, told] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (told += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said, told }
}

/** Runs a command with practice data in a folder of its own. */
const practise = (words: readonly string[], output?: Output, errors?: Output): ChildProcess =>
  start([...words, '--practice', '--no-keychain', '--data-dir', newFolder()], output, errors)

describe('the output of a command', () => {
  it('is a JSON object for wrong words, with code 64', async () => {
    const { code, said, told } = await endOf(start(['send', '--json']))
    expect({ code, report: StoppedReport.strict().parse(JSON.parse(said)) }).toEqual({
      code: 64,
      report: { command: '', exitCode: 64, message: expect.stringContaining('“send”'), failure: null },
    })
    expect(told).toContain('There is no command “send”.')
  })

  it('is the version of the program for --version', async () => {
    expect(await endOf(start(['--version']))).toEqual({ code: 0, said: `${version}\n`, told: '' })
  })

  it('says for each car that is none what is wrong with it, with code 64, and looks up the others', async () => {
    const words = ['lookup', 'no car at all', 'X'.repeat(3_000), 'REG4SUCCESS', '--state', 'vic', '--json']
    const { code, said } = await endOf(practise(words))
    const report = CommandReport.parse(JSON.parse(said))
    expect(code).toBe(64)
    expect(report).toMatchObject({
      command: 'lookup',
      exitCode: 64,
      results: [
        { query: 'no car at all', failure: { kind: 'invalid-input' } },
        { failure: { kind: 'invalid-input' } },
        { outcome: 'match', failure: null },
      ],
    })
  })
})

describe.skipIf(process.platform === 'win32')('a command whose output is not taken', () => {
  it
    .skipIf(process.platform !== 'linux')
    .each([
      ...onlyLong(['the help', () => ['--help'], start] as const, ['a result', () => ['status'], practise] as const),
      ['a JSON result', () => ['status', '--json'], practise],
    ] as const)('ends with code 3 and a sentence when %s does not fit on the disk', async (_, words, run) => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const { code, told } = await endOf(run(words(), full))
    expect(code).toBe(3)
    expect(told).toContain(
      "The result can't be written to standard output (ENOSPC). The command itself ended with code 0.",
    )
    expect(told).not.toMatch(/^ {4}at /m)
  })

  it('keeps the code of a command that failed before', async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    expect((await endOf(start(['send', '--json'], full))).code).toBe(64)
  })

  it('ends as usual when the reader of its result or its progress is gone', async () => {
    const child = practise(['import', 'resources/samples/sold-cars-clean.csv', '--dry-run', '--json'])
    child.stdout?.destroy()
    const ended = await endOf(child)
    expect(ended.code).toBe(0)
    expect(ended.told).not.toMatch(/EPIPE|^ {4}at /m)

    const silent = practise(['import', 'resources/samples/sold-cars-clean.csv', '--dry-run', '--json'])
    silent.stderr?.destroy()
    const { code, said } = await endOf(silent)
    expect(code).toBe(0)
    expect(CommandReport.parse(JSON.parse(said))).toMatchObject({ command: 'import', exitCode: 0 })
  })
})

describe('an import of dates that can be read in two ways', () => {
  const rows = ['1AB2CD,VIC,Kim Lee,0491 570 156', '1AB2CE,VIC,Jo Hart,0491 570 157', '1AB2CF,VIC,Al Ng,0491 570 158']
  const importDates = (...dates: readonly string[]) => {
    const file = join(newFolder(), 'list.csv')
    const lines = ['Rego,State,Name,Mobile,Sale date', ...rows.map((row, at) => `${row},${dates[at] ?? ''}`)]
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
    return (...more: readonly string[]) => endOf(practise(['import', file, '--yes', ...more]))
  }
  const question = 'The dates in “Sale date” can be read in two ways. Choose the order of day and month.'

  it('sends nothing, with code 2, and says why in words and in JSON', async () => {
    const run = importDates('3/4/2024', '5/6/2023', '7/7/2023')
    const [json, words] = [await run('--json'), await run()]
    expect([json.code, words.code]).toEqual([2, 2])
    expect(CommandReport.parse(JSON.parse(json.said))).toMatchObject({ decisions: [question], upload: null })
    expect(words.said).toContain(question)
  })

  it.each<readonly [string, readonly string[]]>([
    ['one shows the order', ['3/4/2024', '25/6/2023', '7/7/2023']],
    ...onlyLong(['both orders give the same day', ['4/4/2024', '6/6/2023', '7/7/2023']], ['there are none', []]),
  ])('sends them when %s', async (_, dates) => {
    const { code, said } = await importDates(...dates)('--json')
    expect(code).toBe(0)
    expect(CommandReport.parse(JSON.parse(said))).toMatchObject({ decisions: [], upload: { accepted: 3 } })
  })
})
