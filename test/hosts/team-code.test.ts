import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

/** Writes the address of each module that a process loads to a file. */
const recorder = (file: string): string => `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context) } })
`

it('without a team no code of the team is loaded, also when the screens ask for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-team-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [hook, loadedFile] = [join(folder, 'hook.mjs'), join(folder, 'loaded')]
  writeFileSync(hook, recorder(loadedFile))
  const host = spawn(
    process.execPath,
    [
      `--import=${hook}`,
      resolve('out/main/browser-host.js'),
      '--port=0',
      `--data-dir=${join(folder, 'data')}`,
      '--no-open',
      '--no-keychain',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void host.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const admitted = await fetch(url, { redirect: 'manual' })
  const cookie = (admitted.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const { origin } = new URL(url)
  const headers = { origin, cookie, 'content-type': 'application/json' }
  const call = async (method: string, input: object = {}): Promise<unknown> => {
    const answer = await fetch(`${origin}/call/${method}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const { ok, value } = (await answer.json()) as { ok: boolean; value: unknown }
    expect({ method, ok }).toEqual({ method, ok: true })
    return value
  }
  await call('storage.setPassword', { password: 'correct horse 9' })
  await call('connections.startPractice')
  expect(await call('team.status')).toMatchObject({ state: 'none' })
  await call('teamWork.people')
  expect(await call('teamWork.uploads')).toMatchObject({ hasTeam: false })

  const teamFiles = (): string[] =>
    readFileSync(loadedFile, 'utf8')
      .split('\n')
      .filter((file) => file.startsWith('file:'))
      // A constant of the team's encryption.
      .filter((file) => readFileSync(fileURLToPath(file), 'utf8').includes('forecourt team entry'))
  expect(teamFiles()).toEqual([])
  // The recorder sees the code when there is a team.
  await call('team.startPractice', { name: 'Practice team', pcName: 'My PC' })
  expect(teamFiles()).not.toEqual([])
})
