import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { backupPassword, choose, failureOf, saveBackup } from './backup-steps.ts'
import { filledFolder, signal, start } from './storage-harness.ts'

interface Head {
  madeAt: string
  protection: {
    scrypt: { n: number; r: number; p: number; salt: string }
    wrapped: { iv: string; tag: string; key: string }
  }
  checksum: string
}

/** The line of JSON in a backup. */
const headOf = (bytes: Buffer): string => bytes.toString('latin1').split('\n')[1] ?? ''
const withHead = (bytes: Buffer, head: string): Buffer =>
  Buffer.concat([Buffer.from(`Forecourt backup 1\n${head}`), bytes.subarray(bytes.indexOf('\n', 20))])

/** A backup that somebody has changed on purpose, with the checksum of the new content. */
function withContent(bytes: Buffer, change: (content: Omit<Head, 'checksum'>) => unknown): Buffer {
  const { checksum: _, ...content } = JSON.parse(headOf(bytes)) as Head
  change(content)
  const checksum = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return withHead(bytes, JSON.stringify({ ...content, checksum }))
}

describe('the head of a backup file', () => {
  const damaged = 'This backup is damaged.'
  /** A backup, and what the program says of a file. */
  async function begin() {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    return { bytes: await saveBackup(run), run, refusalOf: async (file: Buffer) => failureOf(choose(run, file)) }
  }

  it('is damaged when a number of it was changed, and asks for no password', async () => {
    const { bytes, refusalOf } = await begin()
    const head = headOf(bytes)
    const digits = [...head.matchAll(/\d/g)].map(({ index }) => index)
    expect(digits.length).toBeGreaterThan(100)
    for (const at of digits) {
      const changed = `${head.slice(0, at)}${(Number(head[at]) + 1) % 10}${head.slice(at + 1)}`
      expect(await refusalOf(withHead(bytes, changed))).toMatchObject({ kind: 'invalid-input', message: damaged })
    }
  })

  it('is damaged when its cost is another than that of this program, before anything is derived', async () => {
    const { bytes, refusalOf } = await begin()
    for (const cost of [
      { n: 2 ** 20, r: 8, p: 1 },
      { n: 2 ** 10, r: 32, p: 1 },
      { n: 2 ** 10, r: 8, p: 16 },
      { n: 1_000, r: 8, p: 1 },
      { n: 2, r: 8, p: 1 },
      { n: -1_024, r: 8, p: 1 },
      { n: 1e300, r: 8, p: 1 },
    ]) {
      const crafted = withContent(bytes, ({ protection }) => Object.assign(protection.scrypt, cost))
      expect(await refusalOf(crafted)).toMatchObject({ message: damaged })
    }
  })

  it('is damaged when a part of the wrapped key has another length', async () => {
    const { bytes, refusalOf } = await begin()
    for (const part of ['iv', 'tag', 'key'] as const) {
      for (const value of ['', 'AAAA', 'A'.repeat(2_000)]) {
        const crafted = withContent(bytes, ({ protection }) => void (protection.wrapped[part] = value))
        expect(await refusalOf(crafted)).toMatchObject({ message: damaged })
      }
    }
  })

  it('is damaged when somebody without the password changed its date', async () => {
    const { bytes, run } = await begin()
    const crafted = withContent(bytes, (content) => void (content.madeAt = '2027-01-01T00:00:00.000Z'))
    const { backupId } = await choose(run, crafted)
    const check = async (typed: string) =>
      (await failureOf(run.storage.handlers.checkBackup({ backupId, password: typed }, signal))).message
    expect(await check('another password')).toBe("That password isn't correct.")
    expect(await check(backupPassword)).toBe(damaged)
    expect(await failureOf(run.storage.handlers.replaceWithBackup({ backupId }, signal))).toMatchObject({
      kind: 'not-found',
    })
  })
})
