import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { runWords } from '../../../src/cli/run-words.ts'
import { StoppedReport } from '../../../src/contract/command-line.ts'
import { programPlaceOf } from '../../../src/host-kit/program-place.ts'

/** Runs a command and gives its exit code, its result and its problems. */
async function run(words: readonly string[]) {
  let [said, told] = ['', '']
  const code = await runWords(words, {
    place: programPlaceOf(pathToFileURL(resolve('src/cli/command.ts')).href),
    streams: {
      write: (text) => void (said += text),
      tell: (text) => void (told += text),
      input: () => {
        throw new Error('Nothing is read.')
      },
      ask: null,
    },
    readsInThread: false,
    starter: null,
  })
  return { code, said, told }
}

it.each([
  [['send', '--json'], '', 'There is no command “send”.'],
  [['--json'], '', 'Give a command.'],
  [['import', '--json'], 'import', 'Give one file to import.'],
  [['status', '--json', '--colour'], 'status', "Unknown option '--colour'"],
  [['lookup', '1AB2CD', '--state', 'XX', '--json'], 'lookup', '--state must be one of'],
])('writes a JSON object for the wrong words %j, with code 64', async (words, command, problem) => {
  const { code, said, told } = await run(words)
  expect({ code, report: StoppedReport.strict().parse(JSON.parse(said)) }).toEqual({
    code: 64,
    report: { command, exitCode: 64, message: expect.stringContaining(problem), failure: null },
  })
  expect(told).toContain(problem)
})

it.each([['--version'], ['import', '--version'], ['status', '--version', '--json']])(
  'writes the version of the program for %s %s',
  async (...words) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await run(words)).toEqual({ code: 0, said: `${version}\n`, told: '' })
  },
)
