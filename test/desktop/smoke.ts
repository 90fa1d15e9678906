import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'

/**
 * Starts the packaged program in Electron itself, for the workflow `desktop.yml`: it needs Electron and a display. `node test/desktop/smoke.ts`
 * takes the unpacked program that `npm run package` leaves in `dist/`.
 */
const requireAsBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
interface Fuses {
  readonly FuseV1Options: { readonly EnableNodeCliInspectArguments: number }
  flipFuses(program: string, settings: Readonly<Record<string, unknown>>): Promise<number>
}
const { flipFuses, FuseV1Options } = requireAsBuilder('@electron/fuses') as Fuses

/** The folder of the unpacked program, and the path of its executable in it. */
function findProgram(): { folder: string; executable: string } {
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`
  const names = { linux: `linux${suffix}-unpacked`, win32: `win${suffix}-unpacked`, darwin: `mac${suffix}` } as const
  const folder = resolve('dist', names[process.platform as keyof typeof names])
  const executable =
    process.platform === 'win32'
      ? 'Forecourt.exe'
      : process.platform === 'darwin'
        ? 'Forecourt.app/Contents/MacOS/Forecourt'
        : 'forecourt'
  return { folder, executable }
}

/** A copy that a debugger may attach to: Playwright needs what the fuse of a release forbids. */
async function copyForTest(to: string): Promise<string> {
  const { folder, executable } = findProgram()
  cpSync(folder, to, { recursive: true, verbatimSymlinks: true })
  const program = join(to, executable)
  assert.ok(existsSync(program), `${program} does not exist`)
  await flipFuses(program, {
    version: '1',
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  return program
}

async function checkProgram(app: ElectronApplication, spreadsheet: string): Promise<void> {
  const page = await app.firstWindow()
  const customers = page.getByRole('link', { name: 'Customers', exact: true })
  const newPassword = page.getByRole('textbox', { name: 'New password' })
  await customers.or(newPassword).first().waitFor()
  // A PC without a keychain asks for a password first.
  if (await newPassword.isVisible()) {
    await newPassword.fill('smoke-test-password')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('smoke-test-password')
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await customers.waitFor()
  assert.equal(new URL(page.url()).host, 'bundle')
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents ? { isCrashed: contents.isCrashed(), type: contents.getType() } : null
  })
  assert.deepEqual(preferences, { isCrashed: false, type: 'window' })
  assert.equal(await page.evaluate(() => 'require' in globalThis), false)
  // A file that is opened with Forecourt is read in its utility process and becomes a draft.
  await app.evaluate(({ app: electron }, path) => {
    electron.emit('open-file', { preventDefault: () => undefined }, path)
  }, spreadsheet)
  await page.getByText('smoke.csv').first().waitFor()
}

/** Runs a command in the program as it is released, without a display; on Windows by its script, as a user does. */
function runCommand(words: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { folder, executable } = findProgram()
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const settings = { env, encoding: 'utf8', timeout: 120_000 } as const
  if (process.platform !== 'win32') {
    const sandbox = process.platform === 'linux' ? ['--no-sandbox'] : []
    return spawnSync(join(folder, executable), [...sandbox, '--cli', ...words], settings)
  }
  const line = [join(folder, 'bin', 'forecourt.cmd'), ...words].map((word) => `"${word}"`).join(' ')
  return spawnSync('cmd.exe', ['/d', '/s', '/c', `"${line}"`], { ...settings, windowsVerbatimArguments: true })
}

function checkCommands(data: string, file: string): void {
  const help = runCommand(['--help'])
  assert.equal(help.status, 0, help.stderr)
  assert.match(help.stdout, /forecourt import FILE/)
  const wrong = runCommand(['send'])
  assert.equal(wrong.status, 64)
  assert.equal(wrong.stdout, '')
  assert.match(wrong.stderr, /There is no command/)
  const common = ['--practice', '--no-keychain', '--json', '--data-dir', data]
  const checked = runCommand(['import', file, '--dry-run', ...common])
  assert.equal(checked.status, 0, checked.stderr)
  assert.deepEqual((JSON.parse(checked.stdout) as { file: string }).file, file)
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-smoke-'))
const spreadsheet = join(folder, 'smoke.csv')
writeFileSync(spreadsheet, 'Rego,State,Name\nABC123,VIC,Kim Lee\nXYZ987,NSW,Jo Tan\n')
const named = join(folder, 'März & Jo (1).csv')
writeFileSync(named, 'Rego,State,Name\nABC123,VIC,Kim Lee\nXYZ987,NSW,Jo Tan\n')
checkCommands(join(folder, 'command-data'), named)
const app = await _electron.launch({
  executablePath: await copyForTest(join(folder, 'program')),
  args: [`--data-dir=${join(folder, 'data')}`, '--practice', ...(process.platform === 'linux' ? ['--no-sandbox'] : [])],
  timeout: 120_000,
})
try {
  await checkProgram(app, spreadsheet)
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write('The packaged program starts, shows its window, reads a spreadsheet and runs commands.\n')
