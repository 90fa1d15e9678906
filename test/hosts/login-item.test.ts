import { afterEach, describe, expect, it, vi } from 'vitest'

const { platform, argv } = process
/** The module, and Electron, as they are on a system. */
async function loadOn(system: NodeJS.Platform) {
  vi.resetModules()
  vi.stubEnv('TWIN_SYSTEM', system)
  vi.doMock('electron', () => import('./twins/electron/app-twin.ts'))
  Object.defineProperty(process, 'platform', { value: system })
  return import('../../src/main/login-item.ts')
}
afterEach(() => {
  vi.unstubAllEnvs()
  process.argv = argv
  Object.defineProperty(process, 'platform', { value: platform })
})

describe('the start at sign-in', () => {
  it.each(['win32', 'darwin'] as const)('can be turned on and off on %s', async (system) => {
    const { createLoginItem } = await loadOn(system)
    const item = createLoginItem()
    expect(item?.isOn()).toBe(false)
    item?.set(true)
    expect(item?.isOn()).toBe(true)
    item?.set(false)
    expect(item?.isOn()).toBe(false)
  })

  it('is missing on Linux, where Electron has none', async () => {
    const { createLoginItem } = await loadOn('linux')
    expect(createLoginItem()).toBeNull()
  })

  it('is hidden by a switch on Windows, and on macOS, which passes none, by what the system says', async () => {
    const windows = await loadOn('win32')
    process.argv = ['Forecourt.exe', '--hidden']
    expect(windows.startsHidden()).toBe(true)
    process.argv = ['Forecourt.exe']
    expect(windows.startsHidden()).toBe(false)

    const mac = await loadOn('darwin')
    vi.stubEnv('TWIN_SIGNED_IN', '1')
    expect(mac.startsHidden()).toBe(true)
    vi.stubEnv('TWIN_SIGNED_IN', '0')
    expect(mac.startsHidden()).toBe(false)
  })
})
