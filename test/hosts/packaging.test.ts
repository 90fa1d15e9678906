import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

interface Configuration {
  readonly asar: boolean
  readonly asarUnpack: readonly string[]
  readonly npmRebuild: boolean
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly nsis: Readonly<Record<string, unknown>>
}

/** electron-builder's own reading of its settings; it has no types and no other door for them. */
interface ConfigurationReader {
  getConfig(folder: string, path: null, given: null): Promise<Configuration>
  validateConfiguration(configuration: Configuration, log: { add(): void; isEnabled: boolean }): Promise<void>
}

const require = createRequire(import.meta.url)
const reader = require('app-builder-lib/out/util/config/config.js') as ConfigurationReader

let configuration: Configuration
beforeAll(async () => {
  configuration = await reader.getConfig(resolve('.'), null, null)
})

describe('the installers', () => {
  it('are made by settings that electron-builder accepts', async () => {
    const log = { isEnabled: false, add: () => undefined }
    await expect(reader.validateConfiguration(configuration, log)).resolves.toBeUndefined()
  })

  it('leave no way to run other code as Forecourt', () => {
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(configuration.asar).toBe(true)
  })

  it('carry the native parts as they came, outside the archive', () => {
    expect(configuration.npmRebuild).toBe(false)
    expect(configuration.asarUnpack).toEqual(['**/*.node'])
  })

  it('leave her customers when they are removed', () => {
    expect(configuration.nsis.deleteAppDataOnUninstall).toBe(false)
  })
})
