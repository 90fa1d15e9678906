import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadUpdater } from '../../src/main/updater.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { createLogTwin } from '../twins/log-twin.ts'

vi.mock('electron', () => ({ app: {} }))
vi.mock('electron-updater', () => ({ default: { autoUpdater: { setFeedURL: () => undefined, on: () => undefined } } }))

/** The updater of a program that is installed on this system, with these settings of electron-builder. */
async function load(feed: string, platform: NodeJS.Platform, settings: string): Promise<unknown> {
  const folder = createDataFolder()
  writeFileSync(join(folder, 'app-update.yml'), settings)
  for (const [name, value] of [
    ['platform', platform],
    ['resourcesPath', folder],
  ] as const) {
    const before = Object.getOwnPropertyDescriptor(process, name)
    onTestFinished(() => {
      if (before) Object.defineProperty(process, name, before)
      else Reflect.deleteProperty(process, name)
    })
    Object.defineProperty(process, name, { value, configurable: true })
  }
  return loadUpdater(feed, createLogTwin(), () => Promise.resolve(null)).then(
    () => 'trusted',
    (error: unknown) => (error as { readonly code?: string }).code,
  )
}

const unsigned = 'provider: generic\nurl: https://updates.example\n'
const signed = `${unsigned}publisherName:\n  - City Motors Software Pty Ltd\n`

it.each([
  ['an address without TLS', 'http://updates.example/', 'darwin', signed, 'ERR_UPDATES_NOT_TRUSTED'],
  ['Windows without a publisher', 'https://updates.example/', 'win32', unsigned, 'ERR_UPDATES_NOT_TRUSTED'],
  [
    'Windows with a publisher in a comment',
    'https://updates.example/',
    'win32',
    `${unsigned}# publisherName: x\n`,
    'ERR_UPDATES_NOT_TRUSTED',
  ],
  ['Windows with a publisher', 'https://updates.example/', 'win32', signed, 'trusted'],
  ['Linux, where nothing is signed', 'https://updates.example/', 'linux', unsigned, 'trusted'],
] as const)(
  'updates from %s are trusted only when they can be verified',
  async (_what, feed, platform, settings, answer) => {
    expect(await load(feed, platform, settings)).toBe(answer)
  },
)
