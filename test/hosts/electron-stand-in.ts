import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The modules of electron-builder, which are dependencies of it and not of this project. */
export const requireAsBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const requireAsBuilderLibrary = createRequire(requireAsBuilder.resolve('app-builder-lib/package.json'))

/** Electron marks the place of its fuses in its program with this text; version, number and values of the fuses follow. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuses = Buffer.concat([Buffer.from(fuseMark), Buffer.from([1, 9]), Buffer.from('101100110'), Buffer.alloc(64)])

/** A Windows program that does nothing, with the resources that electron-builder changes. */
function windowsProgram(): Buffer {
  const { NtExecutable, NtExecutableResource } = requireAsBuilderLibrary('pe-library')
  const { Resource } = requireAsBuilderLibrary('resedit')
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.lang = 1033
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', ProductVersion: '45.4.1' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

/** Writes the files of an Electron distribution that electron-builder looks at, without Electron. Returns the folder. */
function writeStandIn(system: 'linux' | 'win'): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-electron-'))
  const files: Record<string, string | Buffer> = {
    [system === 'win' ? 'electron.exe' : 'electron']: Buffer.concat([
      system === 'win' ? windowsProgram() : Buffer.from('\u007fELF'),
      fuses,
    ]),
    LICENSE: 'Electron',
    'LICENSES.chromium.html': 'Chromium',
    version: '45.4.1',
    'locales/en-US.pak': '',
    'resources/readme.txt': '',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content, { mode: 0o755 })
  }
  return folder
}

export interface Packed {
  /** The folder of installers and of the unpacked program. */
  readonly folder: string
  readonly output: string
}

/** Runs electron-builder with the settings of the project and a stand-in for Electron. Throws with its output when it fails. */
export async function pack(
  system: 'linux' | 'win',
  target: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-packed-'))
  const words = [`--${system}`, target, '--x64', '--publish', 'never']
  const settings = [`-c.electronDist=${writeStandIn(system)}`, `-c.directories.output=${folder}`]
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [resolve('node_modules/electron-builder/cli.js'), ...words, ...settings],
    { env: { ...process.env, ...env }, maxBuffer: 16 * 1024 ** 2 },
  )
  return { folder, output: stdout + stderr }
}

/** What electron-builder tells makensis; the files of a script are put in place of their names. */
export type InstallerScripts = Readonly<
  Record<'installer' | 'uninstaller', { readonly script: string; readonly defines: Readonly<Record<string, string>> }>
>

/** Makes the Windows installer, as far as this is possible without the programs that electron-builder would download. */
export async function packWindowsInstaller(): Promise<InstallerScripts> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-nsis-'))
  const place = (...parts: string[]): string => {
    const path = join(folder, ...parts)
    mkdirSync(dirname(path), { recursive: true })
    return path
  }
  for (const path of [place('nsis', 'linux', 'makensis'), place('bin', '7za'), place('bin', 'wine')]) {
    symlinkSync(resolve('test/hosts/twins/nsis-stand-in.mjs'), path)
  }
  writeFileSync(place('nsis', 'elevate.exe'), '')
  mkdirSync(place('resources', 'plugins'))
  await pack('win', 'nsis', {
    ELECTRON_BUILDER_NSIS_DIR: join(folder, 'nsis'),
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, 'resources'),
    ELECTRON_BUILDER_7ZIP_PATH: join(folder, 'bin', '7za'),
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    NSIS_TOLD: join(folder, 'told'),
  })
  const read = (kind: keyof InstallerScripts): InstallerScripts['installer'] =>
    JSON.parse(readFileSync(join(folder, 'told', `${kind}.json`), 'utf8')) as InstallerScripts['installer']
  return { installer: read('installer'), uninstaller: read('uninstaller') }
}
