import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

interface Configuration {
  readonly files: readonly (string | { readonly filter: readonly string[] })[]
  readonly asar: boolean
  readonly asarUnpack: readonly string[]
  readonly npmRebuild: boolean
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly nsis: Readonly<Record<string, unknown>>
}

/** How electron-builder reads its settings. It exports neither this module nor its types. */
interface ConfigurationReader {
  getConfig(folder: string, path: null, given: null): Promise<Configuration>
  validateConfiguration(configuration: Configuration, log: { add(): void; isEnabled: boolean }): Promise<void>
}

// The copy that electron-builder itself uses: it is a dependency of electron-builder, not of this project.
const requireAsBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const reader = requireAsBuilder('app-builder-lib/out/util/config/config.js') as ConfigurationReader

let configuration: Configuration
beforeAll(async () => {
  configuration = await reader.getConfig(resolve('.'), null, null)
})

describe('the installers', () => {
  it('have settings that electron-builder accepts', async () => {
    const log = { isEnabled: false, add: () => undefined }
    await expect(reader.validateConfiguration(configuration, log)).resolves.toBeUndefined()
  })

  it('prevent running other code as Forecourt', () => {
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

  it('contain the sample spreadsheets', () => {
    // The validation above replaces the list by one with filters.
    const patterns = configuration.files.flatMap((entry) => (typeof entry === 'string' ? entry : entry.filter))
    expect(patterns).toContain('resources/samples/**')
  })

  it('contain the native modules unchanged, outside the archive', () => {
    expect(configuration.npmRebuild).toBe(false)
    expect(configuration.asarUnpack).toEqual(['**/*.node'])
  })

  it('keep the customer data when Forecourt is uninstalled', () => {
    expect(configuration.nsis.deleteAppDataOnUninstall).toBe(false)
  })
})
