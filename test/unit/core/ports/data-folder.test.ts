import { expect, it } from 'vitest'
import { defaultDataFolder, sharedFolderOf } from '../../../../src/core/ports/data-folder.ts'

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

const home = { OneDrive: 'C:\\Users\\Kim\\Firm Files', OneDriveCommercial: '' }

it.each([
  ['win32', '\\\\server\\share\\Forecourt', 0, 'network'],
  ['win32', '\\\\?\\UNC\\server\\share\\Forecourt', 0, 'network'],
  ['win32', '\\\\?\\C:\\Data\\Forecourt', 0, null],
  ['win32', 'C:\\Users\\Kim\\AppData\\Local\\Forecourt', 0x6969, null],
  ['win32', 'c:\\users\\kim\\firm files\\Forecourt', 0, 'synced'],
  ['win32', 'C:\\Users\\Kim\\Firm Files 2\\Forecourt', 0, null],
  ['win32', 'D:\\OneDrive - Dealer Pty Ltd\\Forecourt', 0, 'synced'],
  ['win32', 'D:\\OneDriveOld\\Forecourt', 0, null],
  ['darwin', '/Users/kim/Library/CloudStorage/Dropbox/Forecourt', 0, 'synced'],
  ['darwin', '/Users/kim/Library/Mobile Documents/Forecourt', 0, 'synced'],
  ['darwin', '/Users/kim/Library/Application Support/Forecourt', 0, null],
  ['linux', '/home/kim/.local/share/forecourt', 0xef53, null],
  ['linux', '/mnt/office/forecourt', 0x6969, 'network'],
  ['linux', '/mnt/office/forecourt', 0xfe534d42, 'network'],
  ['linux', '/home/kim/Dropbox (Dealer)/forecourt', 0xef53, 'synced'],
  ['linux', '//home/kim/forecourt', 0xef53, null],
] as const)('on %s the folder %s on the file system %i is %s', (platform, path, fileSystem, kind) => {
  expect(sharedFolderOf(path, fileSystem, { platform, env: platform === 'win32' ? home : {} })).toBe(kind)
})
