import { expect, it } from 'vitest'
import { defaultDataFolder } from '../../../../src/core/ports/data-folder.ts'

it.each([
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\Kim', 'D:\\Local\\Forecourt'],
  ['win32', {}, 'C:\\Users\\Kim', 'C:\\Users\\Kim\\AppData\\Local\\Forecourt'],
  ['darwin', {}, '/Users/kim', '/Users/kim/Library/Application Support/Forecourt'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/kim', '/data/forecourt'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/kim', '/home/kim/.local/share/forecourt'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/kim', '/home/kim/.local/share/forecourt'],
] as const)('on %s with %j the data of %s lie in %s', (platform, env, home, folder) => {
  expect(defaultDataFolder({ platform, env, home })).toBe(folder)
})
