import { beforeAll, describe, expect, it } from 'vitest'
import { packWindowsInstaller, type InstallerScripts } from './electron-stand-in.ts'
import { createRegistry, runMacros, type Registry } from './twins/nsis-registry.ts'

const run = String.raw`Software\Microsoft\Windows\CurrentVersion\Run`
const approved = String.raw`Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run`
const toastActivator = String.raw`Software\Classes\CLSID\{34346825-5086-4e60-ba80-855e916ae471}`

let scripts: InstallerScripts
beforeAll(async () => {
  scripts = await packWindowsInstaller()
}, 240_000)

const install = (registry: Registry, forAllUsers: boolean): void =>
  runMacros(['registerFileAssociations', 'customInstall'], { ...scripts.installer, registry, forAllUsers })
const uninstall = (registry: Registry, forAllUsers: boolean, isUpdate = false): void =>
  runMacros(['customUnInstall', 'unregisterFileAssociations'], {
    ...scripts.uninstaller,
    registry,
    forAllUsers,
    isUpdate,
  })

/** A PC with Excel, where Kim is signed in, and Jo too. */
function pcWithExcel(): Registry {
  const registry = createRegistry('kim')
  for (const [extension, progId] of [
    ['.csv', 'Excel.CSV'],
    ['.xlsx', 'Excel.Sheet.12'],
  ] as const) {
    registry.write(`HKLM\\Software\\Classes\\${extension}`, '', progId)
    registry.write(`HKLM\\Software\\Classes\\${extension}\\OpenWithProgids`, progId, '')
    registry.write(`HKCU\\Software\\Classes\\${extension}\\OpenWithProgids`, 'VSCode.csv', '')
  }
  registry.write(`HKCU\\${run}`, 'OneDrive', 'OneDrive.exe')
  registry.write(`HKU\\jo\\${run}`, 'OneDrive', 'OneDrive.exe')
  return registry
}

/** What Forecourt and Electron write while a user works with it. */
function work(registry: Registry, user: string): void {
  registry.write(`HKU\\${user}\\${run}`, 'au.com.forecourt.desktop', 'Forecourt.exe --hidden')
  registry.write(`HKU\\${user}\\${approved}`, 'au.com.forecourt.desktop', '3')
  registry.write(`HKU\\${user}\\${toastActivator}\\LocalServer32`, '', 'Forecourt.exe')
}

describe.each([
  ['for one user', false, 'HKCU'],
  ['for all users', true, 'HKLM'],
] as const)('an installation %s', (_, forAllUsers, root) => {
  it('offers Forecourt for spreadsheets, and leaves them with Excel', () => {
    const registry = pcWithExcel()
    install(registry, forAllUsers)
    expect(registry.values(String.raw`HKLM\Software\Classes\.csv`)).toEqual({ '': 'Excel.CSV' })
    expect(registry.values(String.raw`HKLM\Software\Classes\.xlsx`)).toEqual({ '': 'Excel.Sheet.12' })
    for (const extension of ['.csv', '.xlsx']) {
      expect(registry.values(`HKCU\\Software\\Classes\\${extension}`)).toBeUndefined()
      expect(registry.values(`${root}\\Software\\Classes\\${extension}\\OpenWithProgids`)).toHaveProperty(
        ['Forecourt.Spreadsheet'],
        '',
      )
    }
    const command = { '': String.raw`"C:\Forecourt\Forecourt.exe" "%1"` }
    const program = `${root}\\Software\\Classes\\Applications\\Forecourt.exe`
    expect(registry.values(`${root}\\Software\\Classes\\Forecourt.Spreadsheet\\shell\\open\\command`)).toEqual(command)
    expect(registry.values(`${program}\\shell\\open\\command`)).toEqual(command)
    expect(registry.values(`${program}\\SupportedTypes`)).toEqual({ '.csv': '', '.xlsx': '' })
  })

  it('leaves nothing behind when it is uninstalled, and keeps the programs of others', () => {
    const registry = pcWithExcel()
    const before = registry.all()
    install(registry, forAllUsers)
    work(registry, 'kim')
    if (forAllUsers) work(registry, 'jo')
    uninstall(registry, forAllUsers)
    expect(registry.all()).toEqual(before)
  })

  it('keeps the start at sign-in when a newer version is installed', () => {
    const registry = pcWithExcel()
    install(registry, forAllUsers)
    work(registry, 'kim')
    const before = registry.all()
    uninstall(registry, forAllUsers, true)
    install(registry, forAllUsers)
    expect(registry.all()).toEqual(before)
  })
})

it('an uninstall for one user changes nothing of another', () => {
  const registry = pcWithExcel()
  work(registry, 'jo')
  const before = registry.all()
  install(registry, false)
  uninstall(registry, false)
  expect(registry.all()).toEqual(before)
})
