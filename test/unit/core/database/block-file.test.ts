import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compressBlock } from '../../../../src/core/database/block-codec.ts'
import {
  blockFilePath,
  isPlace,
  newBlockFile,
  readBlock,
  removeBlockFile,
  writeBlocks,
} from '../../../../src/core/database/block-file.ts'
import { runs } from '../../../runs.ts'

function bench(): { readonly folder: string; readonly file: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-blocks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = newBlockFile()
  return { folder, file, path: blockFilePath(folder, file) }
}

async function writeBlock(folder: string, file: string, block: Uint8Array): Promise<Uint8Array> {
  const [place] = await writeBlocks(folder, file, [block])
  if (!place) throw new Error('A block has no place')
  return place
}

const missing = expect.objectContaining({ failure: expect.objectContaining({ kind: 'storage-damaged' }) })

describe('a file with blocks', () => {
  it('gives each block back as it was written, whatever its bytes and its length', async () => {
    const { folder, file } = bench()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 3_000 }), { minLength: 1, maxLength: 5 }),
        async (blocks) => {
          const places: Uint8Array[] = []
          for (const block of blocks) places.push(await writeBlock(folder, file, block))
          places.push(...(await writeBlocks(folder, file, blocks, 'later')))
          expect(places.every(isPlace)).toBe(true)
          expect(places.map((place) => new Uint8Array(readBlock(folder, place)))).toEqual([...blocks, ...blocks])
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('shows nothing of the blocks, and equal blocks differ in it', async () => {
    const { folder, file, path } = bench()
    const block = compressBlock(Buffer.from('Jane Citizen 0491570006 '.repeat(20)))
    await writeBlock(folder, file, block)
    await writeBlock(folder, file, block)
    const bytes = readFileSync(path)
    expect(bytes).toHaveLength(2 * block.length)
    expect(bytes.includes(Buffer.from(block.subarray(0, 8)))).toBe(false)
    expect(bytes.subarray(0, block.length).equals(bytes.subarray(block.length))).toBe(false)
  })

  it('leaves blocks alone that the database has itself', () => {
    const stored = compressBlock(Buffer.from('Ann Lee'))
    expect(isPlace(stored)).toBe(false)
    expect(readBlock(null, stored)).toBe(stored)
  })

  it('refuses a block with any changed byte, a short file and a missing one, and reads the others', async () => {
    const { folder, file, path } = bench()
    const [first, second] = [Buffer.from('first block'), Buffer.from('second block')]
    const places = [await writeBlock(folder, file, first), await writeBlock(folder, file, second)]
    const sound = readFileSync(path)
    for (let at = 0; at < first.length; at += 1) {
      const damaged = Buffer.from(sound)
      damaged[at] = (damaged[at] as number) ^ 1
      writeFileSync(path, damaged)
      expect(() => readBlock(folder, places[0] as Uint8Array), `byte ${at}`).toThrow(missing)
      expect(Buffer.from(readBlock(folder, places[1] as Uint8Array)).equals(second)).toBe(true)
    }
    writeFileSync(path, sound)
    truncateSync(path, sound.length - 1)
    expect(Buffer.from(readBlock(folder, places[0] as Uint8Array)).equals(first)).toBe(true)
    expect(() => readBlock(folder, places[1] as Uint8Array)).toThrow(missing)
    rmSync(path)
    expect(() => readBlock(folder, places[0] as Uint8Array)).toThrow(missing)
  })

  it('takes further blocks behind what a killed program wrote in part', async () => {
    const { folder, file, path } = bench()
    const first = await writeBlock(folder, file, Buffer.from('first block'))
    appendFileSync(path, 'half of a bl')
    const second = await writeBlock(folder, file, Buffer.from('second block'))
    expect([first, second].map((place) => Buffer.from(readBlock(folder, place)).toString())).toEqual([
      'first block',
      'second block',
    ])
  })

  it('says so when the system refuses it', async () => {
    const { folder, file } = bench()
    const refused = { failure: { kind: 'storage-damaged' } }
    await expect(writeBlock(join(folder, 'unplugged'), file, Buffer.from('block'))).rejects.toMatchObject(refused)
  })

  it('says so when the disk has no more room, and the blocks before can still be read', async () => {
    const { folder, file, path } = bench()
    const first = await writeBlock(folder, file, Buffer.from('first block'))
    const module = new URL('../../../../src/core/database/block-file.ts', import.meta.url)
    const script = `
      const { writeBlocks } = await import(${JSON.stringify(module.href)})
      const asked = writeBlocks(${JSON.stringify(folder)}, ${JSON.stringify(file)}, [Buffer.alloc(65_536)])
      console.log(await asked.then(() => 'written', ({ failure }) => failure.kind))`
    // A shell's limit of eight blocks of 512 bytes for a file.
    const words = ['-c', 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, script]
    expect(execFileSync('sh', words, { encoding: 'utf8' }).trim()).toBe('disk-full')
    expect(statSync(path).size).toBeLessThanOrEqual(8 * 512)
    expect(Buffer.from(readBlock(folder, first)).toString()).toBe('first block')
  })

  it('is deleted once, and deleting it again is no failure', async () => {
    const { folder, file } = bench()
    const place = await writeBlock(folder, file, Buffer.from('block'))
    expect([removeBlockFile(folder, file), removeBlockFile(folder, file)]).toEqual([true, true])
    expect(() => readBlock(folder, place)).toThrow(missing)
  })
})
