import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type ServerTest } from '../../src/core/team/server/server-test.ts'
import { createTeamOwner } from '../../src/core/team/server/team-owner.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { sealedEntries } from './sealed-entries.ts'
import { connectPc, failureOf, parsedAddress } from './team-parts.ts'

let postgres: PostgresHere
let folder: string
let owner: string
let authority: string
let otherAuthority: string

function openssl(...words: string[]): void {
  const { status, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function makeAuthority(name: string): string {
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  )
  return readFileSync(join(folder, `${name}.crt`), 'utf8')
}

/** A certificate for `localhost`; `days` below 0: it has expired. */
function makeCertificate(name: string, days: number): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject)
  const signer = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...signer,
    '-days',
    String(days),
    '-copy_extensions',
    'copy',
    '-out',
    `${name}.crt`,
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-certificates-'))
  authority = makeAuthority('authority')
  otherAuthority = makeAuthority('other')
  makeCertificate('good', 2)
  makeCertificate('expired', -1)
  postgres = await startPostgres()
  for (const name of ['good', 'expired']) {
    postgres.addFile(`${name}.crt`, readFileSync(join(folder, `${name}.crt`)))
    postgres.addFile(`${name}.key`, readFileSync(join(folder, `${name}.key`)))
  }
  await postgres.changeSettings({ ...certificateSettings('good'), ssl: 'on' })
  owner = await postgres.createDatabase()
})

afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const certificateSettings = (name: string): Readonly<Record<string, string>> => ({
  ssl_cert_file: join(postgres.folder, `${name}.crt`),
  ssl_key_file: join(postgres.folder, `${name}.key`),
})

/** The address of the owner as for another host: encrypted, with a check of the certificate. */
const encrypted = (host = 'localhost'): string => `${owner.replace('@127.0.0.1:', `@${host}:`)}?sslmode=verify-full`

const failedStep = (test: ServerTest): unknown => test.steps.find(({ state }) => state === 'failed')

const test = (address: string, certificates: string | null = authority): Promise<ServerTest> =>
  testServer({ address, certificates, connectTimeoutMs: 20_000 })

it('a connection with the CA file of the server is encrypted, and a team works over it', async () => {
  const connection = createTeamOwner({ address: parsedAddress(encrypted()), certificates: authority })
  expect(await test(encrypted())).toMatchObject({ ok: true, hasTables: false })
  await connection.createTables()
  const member = await connection.addMember()
  await connection.close()
  expect(member.address).toMatch(/@localhost:\d+\/team_1\?sslmode=verify-full$/)
  const server = connectPc(randomUUID(), member.address, authority)
  await server.push(sealedEntries(2))
  expect((await server.heads()).size).toBe(1)
  await server.close()
  expect((await test(member.address)).steps.map(({ state }) => state)).toEqual(Array(5).fill('passed'))
})

it('a certificate of another CA, of another name or of yesterday is refused before the password is sent', async () => {
  const certificate = { step: 'certificate', state: 'failed' }
  expect(failedStep(await test(encrypted(), otherAuthority))).toMatchObject({
    ...certificate,
    details: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  })
  expect(failedStep(await test(encrypted(), null))).toMatchObject(certificate)
  expect(failedStep(await test(encrypted('127.0.0.1')))).toMatchObject({
    ...certificate,
    details: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  await postgres.changeSettings(certificateSettings('expired'))
  expect(failedStep(await test(encrypted()))).toMatchObject({ ...certificate, details: 'CERT_HAS_EXPIRED' })
  await postgres.changeSettings(certificateSettings('good'))
  expect((await test(encrypted())).ok).toBe(true)
})

it('a server without encryption is refused beyond this PC', async () => {
  await postgres.changeSettings({ ssl: 'off' })
  const result = await test(encrypted())
  expect(result.steps.map(({ step, state }) => [step, state])).toEqual([
    ['address', 'passed'],
    ['network', 'passed'],
    ['certificate', 'failed'],
    ['credentials', 'not-reached'],
    ['tables', 'not-reached'],
  ])
  expect(result.steps[2]?.words).toContain('doesn’t offer encryption')
  await postgres.changeSettings({ ssl: 'on' })
})

it('a test names the step that fails: address, network, sign-in, database, tables', async () => {
  const stepOf = async (address: string): Promise<unknown> => failedStep(await test(address))
  expect(await stepOf('mysql://a@b/c')).toMatchObject({ step: 'address' })
  expect(await stepOf(owner.replace(/:\d+\//, ':1/'))).toMatchObject({ step: 'network', details: 'ECONNREFUSED' })
  expect(await stepOf(owner.replace('secret', 'wrong'))).toMatchObject({ step: 'credentials' })
  expect(await stepOf(owner.replace(':secret', ''))).toMatchObject({ step: 'credentials' })
  expect(await stepOf(encrypted().replace(':secret', ''))).toMatchObject({ step: 'credentials' })
  expect(await stepOf(owner.replace('team_1', 'team_9'))).toMatchObject({
    step: 'credentials',
    words: expect.stringContaining('no database of this name') as string,
  })
  await postgres.run("CREATE ROLE guest LOGIN PASSWORD 'guest'")
  const guest = postgres.address('team_1', 'guest', 'guest')
  expect(await stepOf(guest)).toMatchObject({
    step: 'tables',
    words: expect.stringContaining('isn’t allowed') as string,
  })
  await postgres.run('ALTER ROLE guest SET default_transaction_read_only = on')
  expect(await stepOf(guest)).toMatchObject({ step: 'tables', words: expect.stringContaining('read-only') as string })
  await postgres.run('ALTER ROLE guest CONNECTION LIMIT 0')
  expect(await stepOf(guest)).toMatchObject({
    step: 'credentials',
    words: expect.stringContaining('no free connection') as string,
  })
})

it('a server that accepts connections and never answers ends in a time-out, encrypted or not', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  for (const mode of ['disable', 'require']) {
    const address = `postgres://ann:secret@127.0.0.1:${port}/team?sslmode=${mode}`
    const result = await testServer({ address, certificates: null, connectTimeoutMs: 200 })
    expect(failedStep(result)).toMatchObject({ step: 'network', words: expect.stringContaining('in time') as string })
  }
  // Closing does not wait for such a connection.
  const server = connectPc(randomUUID(), `postgres://ann:secret@127.0.0.1:${port}/team`)
  const accepted = new Promise((resolve) => silent.once('connection', resolve))
  const heads = failureOf(server.heads())
  await accepted
  await server.close()
  expect(await heads).toMatchObject({ kind: 'offline' })
  silent.close()
})
