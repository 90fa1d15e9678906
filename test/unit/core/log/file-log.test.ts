import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileLog, redact } from '../../../../src/core/log/file-log.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('redact', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['authorization=Basic Zm9vOmJhcg==', 'Zm9vOmJhcg'],
    ['{"ApiKey":"fk_live_12345"}', 'fk_live_12345'],
    ['api-key: fk_live_12345', 'fk_live_12345'],
    ['client_secret=s3cr3t&grant_type=x', 's3cr3t'],
    ['"access_token": "opaque-token"', 'opaque-token'],
    [`got ${token} back`, token],
    ['write to jane.citizen@example.com.au now', 'jane.citizen'],
    ['call 0491 570 006 today', '570'],
    ['call 0491570006 today', '0491570006'],
    ['call +61 491 570 006', '570'],
    ['call +61491570006', '491570006'],
    ['call 61-491-570-006', '570'],
    ['Cookie: forecourt-5000=q7Zx', 'q7Zx'],
    ['cookie: theme=dark; forecourt-5000=q7Zx', 'q7Zx'],
    ['Set-Cookie: forecourt-5000=q7Zx; Path=/; HttpOnly', 'q7Zx'],
    ['{"set-cookie":"forecourt-5000=q7Zx"}', 'q7Zx'],
  ])('removes the secret from %s', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
    expect(redact(text)).toContain('[removed]')
  })

  it.each(['batch 12 of 40', 'row 0412', 'status 404', 'upload 3f2b8c1e-0491-4700-8666-0123456789ab', 'ETIMEDOUT'])(
    'does not change %s',
    (text) => expect(redact(text)).toBe(text),
  )

  it('joins lines, so that no value looks like a second entry', () => {
    expect(redact('a\r\n{"level":"error"}\u2028b\u0000')).toBe('a {"level":"error"} b ')
  })
})

describe('the log file', () => {
  it('writes one JSON line for each event, with the allowed fields only', () => {
    const folder = join(createDataFolder(), 'log')
    const log = createFileLog(folder, { clock: createClockTwin(new Date('2026-11-21T01:02:03.000Z')) })
    log.write('warning', 'service.failed', { status: 429, clientName: 'Jane Citizen', reason: 'line\nbreak' })
    expect(linesOf(join(folder, 'forecourt.log'))).toEqual([
      {
        at: '2026-11-21T01:02:03.000Z',
        level: 'warning',
        event: 'service.failed',
        status: 429,
        reason: 'line break',
        omitted: 'clientName',
      },
    ])
  })

  it('writes the place of an error without its message, which may quote a customer', () => {
    const folder = createDataFolder()
    const error = new SyntaxError('Unexpected token in "Jane Citizen"')
    createFileLog(folder).write('error', 'unexpected', {
      errorName: error.name,
      message: error.message,
      stack: error.stack ?? '',
    })
    const text = readFileSync(join(folder, 'forecourt.log'), 'utf8')
    expect(text).not.toContain('Jane')
    expect(text).toContain('file-log.test.ts')
    expect(text).toContain('SyntaxError')
  })

  it('starts a new file at its size limit and keeps three files', () => {
    const folder = createDataFolder()
    const log = createFileLog(folder, { maxFileBytes: 1_000 })
    for (let row = 0; row < 100; row += 1) log.write('info', 'row', { row })
    expect(readdirSync(folder).sort()).toEqual(['forecourt.1.log', 'forecourt.2.log', 'forecourt.log'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000)
    expect(linesOf(join(folder, 'forecourt.log')).at(-1)).toMatchObject({ row: 99 })
  })

  it('appends to the file of the last start', () => {
    const folder = createDataFolder()
    createFileLog(folder).write('info', 'first')
    createFileLog(folder).write('info', 'second')
    expect(linesOf(join(folder, 'forecourt.log')).map((line) => line['event'])).toEqual(['first', 'second'])
  })

  it('never throws, and writes later how many lines are missing', () => {
    const folder = join(createDataFolder(), 'log')
    writeFileSync(folder, 'a file where the folder should be')
    const log = createFileLog(folder)
    log.write('info', 'lost')
    log.write('info', 'lost')
    rmSync(folder)
    mkdirSync(folder)
    log.write('info', 'kept')
    expect(existsSync(join(folder, 'forecourt.log'))).toBe(true)
    expect(linesOf(join(folder, 'forecourt.log'))).toMatchObject([{ event: 'kept', lostBefore: 2 }])
  })
})
