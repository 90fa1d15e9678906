import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { updateOptions } from '../../scripts/package.mjs'
import { requireAsBuilder } from './electron-stand-in.ts'

interface Configuration {
  readonly files: readonly (string | { readonly filter: readonly string[] })[]
  readonly asar: { readonly smartUnpack: boolean }
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
      resetAdHocDarwinSignature: true,
    })
    expect(configuration.asar).toEqual({ smartUnpack: false })
  })

  it('contain the sample spreadsheets', () => {
    // The validation above replaces the list by one with filters.
    const patterns = configuration.files.flatMap((entry) => (typeof entry === 'string' ? entry : entry.filter))
    expect(patterns).toContain('resources/**')
  })

  it('contain the native modules unchanged, outside the archive', () => {
    expect(configuration.npmRebuild).toBe(false)
    expect(configuration.asarUnpack).toEqual(['**/*.node'])
  })

  it('keep the customer data when Forecourt is uninstalled', () => {
    expect(configuration.nsis.deleteAppDataOnUninstall).toBe(false)
  })
})

it('every package has one version, so that two installations are alike', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+$/.test(version),
  )
  expect(ranges).toEqual([])
})

describe('the script for the command line on Windows', () => {
  const script = readFileSync(resolve('build/windows/forecourt.cmd'), 'latin1')
  const lines = script.split('\r\n')

  it('has the line ends and characters that cmd reads', () => {
    expect(script.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(script).toMatch(/^[\r\n\x20-\x7e]*$/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(8_000)
  })

  it('passes on what the user typed, both outputs and the exit code', () => {
    expect(lines).toContain('set FORECOURT_WORDS=%*')
    const command = lines.find((line) => line.includes('powershell.exe')) ?? ''
    const [, inner = ''] = /-Command "(.*)"$/.exec(command) ?? []
    // Inside the quotes cmd would replace these, or end the quotes.
    expect(inner).not.toMatch(/["%!]/)
    for (const part of [
      "'--cli ' + $env:FORECOURT_WORDS",
      'RedirectStandardOutput = $true',
      'RedirectStandardError = $true',
      "['FORECOURT_STARTED_BY'] = [string]$PID",
      'exit $program.ExitCode',
    ]) {
      expect(inner).toContain(part)
    }
    expect(lines[lines.indexOf(command) + 1]).toBe('exit /b %ERRORLEVEL%')
  })
})

it('the window begins with at most 120 KB of script, gzipped', () => {
  const built = (path: string): Buffer => readFileSync(resolve('out/renderer', path))
  const scripts = [
    ...built('index.html')
      .toString()
      .matchAll(/(?:src|href)="([^"]+\.js)"/g),
  ].map(([, path = '']) => path)
  expect(scripts).toContainEqual(expect.stringContaining('shell'))
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(built(path)).byteLength, 0)
  expect(bytes).toBeLessThanOrEqual(120_000)
})

describe('updates of the packaged program', () => {
  it('are off without an address', () => {
    expect(updateOptions(undefined)).toEqual([])
    expect(updateOptions('')).toEqual([])
  })

  it('come from a folder of a web server, and only for a signed program', () => {
    expect(updateOptions('https://updates.example/forecourt')).toEqual([
      '-c.publish.provider=generic',
      '-c.publish.url=https://updates.example/forecourt',
      '-c.forceCodeSigning=true',
    ])
  })

  it.each(['http://updates.example/', 'updates.example', 'file:///updates'])('are refused from %s', (feed) => {
    expect(() => updateOptions(feed)).toThrow('must be an https address')
  })
})
