import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { exitCode } from '../../../src/contract/exit-codes.ts'

const problemOf = (line: string): string => {
  const read = readArguments(line.split(' ').filter((word) => word !== ''))
  return read.action === 'reject' ? read.problem : read.action
}

it('reads a command with its own and the common options', () => {
  expect(
    readArguments([
      'import',
      'March list.csv',
      '--connection',
      'Motor City',
      '--yes',
      '--template',
      'Nightly',
      '--json',
    ]),
  ).toMatchObject({
    action: 'run',
    options: { connection: 'Motor City', json: true, keychain: true, dataDir: null },
    command: { command: 'import', file: 'March list.csv', template: 'Nightly', yes: true, dryRun: false },
  })
  expect(readArguments(['lookup', '1AB2CD', 'JTN0009E6EU026063', '--state', 'vic'])).toMatchObject({
    command: { command: 'lookup', cars: ['1AB2CD', 'JTN0009E6EU026063'], state: 'VIC' },
  })
})

it.each([
  ['', 'Give a command.'],
  ['send', 'There is no command “send”.'],
  ['export one two', 'Give one folder to write.'],
  ['export everything.ZIP', 'Give a folder, without .zip.'],
  ['export one --csv --xlsx', 'Choose --csv or --xlsx.'],
  ['import', 'Give one file to import.'],
  ['import one.csv two.csv', 'Give one file to import.'],
  ['status now', '“status” takes no further words.'],
  ['customers --since 2026-01-01', '“customers” has no option --since.'],
  ['sightings --csv --json', 'Choose --csv or --json.'],
  ['sightings --since 2026-02-30', '2026-02-30 is no date. Write it as 2026-11-22.'],
  ['sightings --since 2026-13-01', '2026-13-01 is no date. Write it as 2026-11-22.'],
  ['lookup 1AB2CD --state XX', '--state must be one of NSW, NT, QLD, SA, TAS, VIC, WA, ACT.'],
  ['status --keep-draft', '“status” has no option --keep-draft.'],
  ['status --practice-speed fast', '--practice-speed must be a whole number from 1 to 1000000.'],
])('says what is wrong with “%s”', (line, problem) => {
  expect(problemOf(line)).toBe(problem)
})

const helpAfter = (...words: string[]): string => {
  const read = readArguments([...words, '--help'])
  return read.action === 'help' ? read.text : ''
}
const commands = ['import', 'status', 'sightings', 'customers', 'lookup', 'backup', 'export']
const optionsIn = (help: string): string[] => [...new Set(help.match(/--[a-z-]+/g))]
const takesText = (option: string): string[] =>
  readArguments(['status', option]).action === 'reject' && problemOf(`status ${option}`).includes('argument missing')
    ? [`${option}=1`]
    : [option]

it('names every option, command and exit code in its help', () => {
  expect(problemOf('status --frobnicate')).toContain('--frobnicate')
  const help = helpAfter()
  expect(help).toContain('goes on with everything that waits')
  for (const command of commands) expect(help).toContain(`forecourt ${command}`)
  for (const code of Object.values(exitCode)) expect(help).toMatch(new RegExp(`(^|\\s)${code}\\s`, 'm'))
  // No option of the help is unknown, and none that is known is missing: an unknown one would be refused by its name.
  expect(optionsIn(help).length).toBeGreaterThan(20)
  for (const option of optionsIn(help)) expect(problemOf(`none ${option}`)).not.toContain('Unknown option')
})

it('has each exit code in its document, and no other', () => {
  const [, section = ''] = readFileSync('docs/command-line.md', 'utf8').split('## Exit codes\n')
  const [table = ''] = section.split('\n## ')
  const codes = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(codes).toEqual(Object.values(exitCode))
})

it.each(commands)('shows in the help of “%s” each option that it takes, and none that it refuses', (command) => {
  const help = helpAfter(command)
  expect(help).toMatch(new RegExp(`^forecourt ${command}\\b`))
  for (const code of Object.values(exitCode)) expect(help).toMatch(new RegExp(`(^|\\s)${code}\\s`, 'm'))
  const taken = optionsIn(helpAfter()).filter(
    (option) => !problemOf([command, ...takesText(option)].join(' ')).includes(`has no option ${option}`),
  )
  expect(optionsIn(help).toSorted()).toEqual(taken.toSorted())
})
