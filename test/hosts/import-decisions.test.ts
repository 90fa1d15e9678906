import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CommandReport } from '../../src/contract/command-line.ts'
import { onlyLong } from '../runs.ts'
import { cheapPasswords } from '../service/browser-host-life.ts'
import { startConnectedWindow } from './connected-window.ts'

/** Its bundle, which `node scripts/prepare.mjs` builds. */
const bundle = resolve('out/main/command-line.js')

const plates = ['1AA0CD', '1AB1CD', '1AC2CD']
const list = (header: string, cells: readonly string[]): string =>
  [`Rego,State,Name,${header}`, ...plates.map((plate, at) => `${plate},VIC,Ann Lee ${at},${cells[at]}`)].join('\n')

/** Files of which a person has to decide something, and what the command says of each. */
const open: readonly (readonly [file: string, content: string, decision: RegExp])[] = [
  [
    'scientific.csv',
    list('Mobile', ['4.12E+08', '4.13E+08', '4.99E+08']),
    /^Named “Mobile”, but all 3 sampled values were damaged/,
  ],
  ['one-error.csv', list('Mobile', ['0412345678', '#N/A', '0412345679']), /^1 row to check before sending/],
  ['maybe.csv', list('Notes', ['do not call', 'complaint', 'Fleet']), /^1 note in “Notes” may forbid contact/],
  ...onlyLong(
    ['narrow.csv', list('Sale Date', ['########', '########', '########']), /^Named “Sale Date”, but all 3/] as const,
    [
      'words.csv',
      list('Date Sold', ['soon', 'later', 'never']),
      /^Named “Date Sold”, but the values don’t look like/,
    ] as const,
    ['date.csv', list('Date', ['13/03/2024', '14/03/2024', '15/03/2024']), /^“Date” doesn’t say which date/] as const,
    [
      'landlines.csv',
      list('Mobile', ['0395551234', '0395551235', '0395551236']),
      /^Named “Mobile”, but the values don’t look like/,
    ] as const,
  ),
  ['removed.csv', list('Remove from list', ['', 'x', '']), /^The column “Remove from list” says for 1 row/],
]
/** Files whose rows are sent as they are. */
const sound: readonly (readonly [file: string, content: string])[] = [
  ['invoices.csv', list('Invoice No', ['10000000000000017', '10000000000000018', '10000000000000019'])],
  ['home.csv', list('Home Phone', ['0412345670', '0395551234', '']).replaceAll('1A', '1B')],
]

it(
  'ends an import with code 2 and the reason in words and JSON while only a person can say what a column is',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-decisions-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    await startConnectedWindow(data)
    const run = async (file: string, content: string, ...more: string[]) => {
      const path = join(folder, file)
      writeFileSync(path, content)
      const words = [cheapPasswords, bundle, 'import', path, '--yes', '--data-dir', data, '--no-keychain', ...more]
      const child = spawn(process.execPath, words)
      onTestFinished(() => void child.kill('SIGKILL'))
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, said }
    }
    for (const [file, content, decision] of open) {
      const { code, said } = await run(file, content, '--json')
      const report = CommandReport.parse(JSON.parse(said))
      expect([file, code]).toEqual([file, 2])
      expect(report).toMatchObject({
        upload: null,
        decisions: expect.arrayContaining([expect.stringMatching(decision)]),
      })
    }
    const [[file, content, decision] = ['', '', /./]] = open
    const words = await run(file, content)
    expect(words.code).toBe(2)
    expect(words.said).toMatch(new RegExp(decision.source.replace('^', '')))
    for (const [name, text] of sound) {
      const { code, said } = await run(name, text, '--json')
      expect([name, code]).toEqual([name, 0])
      expect(CommandReport.parse(JSON.parse(said))).toMatchObject({ decisions: [], upload: { accepted: 3 } })
    }
    const excluded = '2 rows excluded, as “Notes” says not to contact the customer: “do not call”, “deceased”.'
    const notes = await run(
      'notes.csv',
      list('Notes', ['do not call', 'Fleet', 'deceased']).replaceAll('1A', '1C'),
      '--json',
    )
    expect(notes.code).toBe(0)
    expect(CommandReport.parse(JSON.parse(notes.said))).toMatchObject({
      excludedNotes: [excluded],
      decisions: [],
      upload: { accepted: 1 },
    })
  },
)
