import { expect, it } from 'vitest'
import { commandWords } from '../../../src/main/command-words.ts'

it.each([
  [
    ['Forecourt.exe', '--cli', 'import', 'a b.csv', '--yes'],
    ['import', 'a b.csv', '--yes'],
  ],
  [
    ['/usr/bin/forecourt', 'status', '--json'],
    ['status', '--json'],
  ],
  [['/usr/bin/forecourt', '--help'], ['--help']],
  [
    ['Forecourt.AppImage', '--no-sandbox', 'lookup', '1AB2CD'],
    ['lookup', '1AB2CD'],
  ],
  [['Forecourt.exe', '--cli'], []],
])('reads the start %j as a command', (argv, words) => {
  expect(commandWords(argv, true)).toEqual(words)
})

it.each([
  [['Forecourt.exe']],
  [['Forecourt.exe', '--hidden']],
  [['Forecourt.exe', '--practice', '--cli']],
  [['Forecourt.exe', 'C:\\lists\\import.csv']],
  [['Forecourt.exe', '--data-dir', 'status']],
])('opens the window for the start %j', (argv) => {
  expect(commandWords(argv, true)).toBeNull()
})

it('skips the folder of the program before it is packaged', () => {
  expect(commandWords(['electron', '.', 'status'], false)).toEqual(['status'])
  expect(commandWords(['electron', 'status'], false)).toBeNull()
})
