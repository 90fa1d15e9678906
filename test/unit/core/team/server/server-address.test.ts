import { expect, it } from 'vitest'
import { readServerAddress, writeServerAddress } from '../../../../../src/core/team/server/server-address.ts'

const addressOf = (text: string) => {
  const answer = readServerAddress(text)
  return answer.ok ? answer.address : answer.reason.message
}

it('reads a pasted address, and encrypts beyond this PC whatever it says', () => {
  expect(addressOf(' postgres://ann:p%40ss@db.example.com:6432/team?sslmode=require&application_name=x\n')).toEqual({
    host: 'db.example.com',
    port: 6432,
    database: 'team',
    user: 'ann',
    password: 'p@ss',
    isEncrypted: true,
  })
  expect(addressOf('postgresql://ann:secret@10.0.0.4/team')).toMatchObject({ port: 5432, isEncrypted: true })
  expect(addressOf('postgres://ann@[2001:db8::1]/team')).toMatchObject({ host: '2001:db8::1', isEncrypted: true })
})

it.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]'])('needs no encryption on this PC: %s', (host) => {
  expect(addressOf(`postgres://ann:secret@${host}/team`)).toMatchObject({ isEncrypted: false })
  expect(addressOf(`postgres://ann:secret@${host}/team?sslmode=disable`)).toMatchObject({ isEncrypted: false })
  expect(addressOf(`postgres://ann:secret@${host}/team?sslmode=verify-full`)).toMatchObject({ isEncrypted: true })
})

it.each(['127.300.0.1', '127.0.0.1.example.com', '128.0.0.1', '126.255.255.255'])(
  'takes %s for a server beyond this PC',
  (host) => {
    expect(addressOf(`postgres://ann:secret@${host}/team`)).toMatchObject({ host, isEncrypted: true })
    expect(readServerAddress(`postgres://ann:secret@${host}/team?sslmode=disable`)).toMatchObject({ ok: false })
  },
)

it.each([
  'sslmode=disable',
  'sslmode=allow',
  'sslmode=prefer',
  'sslmode=no-verify',
  'SSLMODE=Disable',
  'sslmode=',
  'sslmode=require&sslmode=disable',
  'sslrootcert=/tmp/ca.crt',
  'sslcert=a',
  'sslkey=b',
  'ssl=false',
  'uselibpqcompat=true',
  'options=-c%20ssl=off',
  'host=evil.example.com',
  'hostaddr=10.0.0.1',
  'port=1',
  'user=root',
  'service=other',
])('refuses %s beyond this PC', (parameter) => {
  expect(readServerAddress(`postgres://ann:secret@db.example.com/team?${parameter}`)).toMatchObject({ ok: false })
})

it.each([
  '',
  'db.example.com',
  'https://ann:secret@db.example.com/team',
  'postgres://db.example.com/team',
  'postgres://ann:secret@db.example.com',
  'postgres://ann:secret@db.example.com/a/b',
  'postgres://ann:se%ret@db.example.com/team',
  'postgres://ann:secret@db.example.com,other.example.com/team',
  'postgres://ann:secret@db.example.com:99999/team',
  'postgres://ann:secret@%2Fvar%2Frun/team',
  'postgres://ann:secret@127.0.0.1%2e.example.com/team',
  'postgres://ann:sec ret@db.example.com/team',
  'postgres://ann:sec#ret@db.example.com/team',
  'postgres://ann%00options%00x:secret@db.example.com/team',
  'postgres://ann:sec%00ret@db.example.com/team',
  'postgres://ann:secret@db.example.com/team%00options',
])('refuses what is no address of a database: %s', (text) => {
  expect(readServerAddress(text)).toMatchObject({ ok: false, reason: { kind: 'invalid-input' } })
})

it('names the parameters that have no effect', () => {
  expect(
    readServerAddress('postgres://ann:secret@db.example.com/team?channel_binding=require&pgbouncer=true'),
  ).toMatchObject({
    ok: true,
    ignored: ['channel_binding', 'pgbouncer'],
  })
})

it.each([
  'postgres://ann:p%40s%2Fs@db.example.com:6432/my%20team?sslmode=verify-full',
  'postgres://ann:secret@127.0.0.1:5432/team',
  'postgres://ann@[2001:db8::1]:5432/team?sslmode=verify-full',
])('writes an address that is read the same: %s', (text) => {
  const answer = readServerAddress(text)
  expect(answer.ok && writeServerAddress(answer.address)).toBe(text)
})
