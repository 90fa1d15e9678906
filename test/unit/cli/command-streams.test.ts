import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createDescriptorStreams } from '../../../src/cli/command-streams.ts'
import { passwordFromInput } from '../../../src/cli/open-data.ts'

it('writes results and problems apart, in UTF-8, and reads a password', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-streams-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [input, output, errors] = ['in', 'out', 'err'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(input, 'pässword\r\nmore\n')
  const files = [openSync(input, 'r'), openSync(output, 'w'), openSync(errors, 'w')] as const
  onTestFinished(() => files.forEach((file) => closeSync(file)))
  const streams = createDescriptorStreams(files)
  const long = 'Kōwhai Motors '.repeat(20_000)
  void streams.write(long)
  streams.tell('3 rows\n')
  expect(await passwordFromInput(streams.input())).toBe('pässword')
  expect(readFileSync(output, 'utf8')).toBe(long)
  expect(readFileSync(errors, 'utf8')).toBe('3 rows\n')
  expect(streams.ask).toBeNull()
})

it('loses progress that nobody reads, but not a result', () => {
  const streams = createDescriptorStreams([-1, -1, -1])
  expect(() => streams.tell('3 rows\n')).not.toThrow()
  expect(() => streams.write('3 rows\n')).toThrow('fd')
})
