import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSetting } from '../../../../src/core/database/settings.ts'
import { readOverrides, type StoredOverride } from '../../../../src/core/drafts/model/overrides.ts'
import { deletionReceipts } from '../../../../src/core/privacy/person-deletions.ts'
import { listPacks } from '../../../../src/core/privacy/traces.ts'
import { teamMembershipSetting } from '../../../../src/core/storage/settings-of-this-pc.ts'
import { createRowPacks } from '../../../../src/core/uploads/row-packs.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { textsInFolder } from '../../../twins/stored-pages.ts'
import { dataKey, plantUpload, remote, scope } from './plant-person.ts'
import { createCustomerCache } from '../../../../src/core/customers/cache/customer-cache.ts'
import { jane, omar, plantedFolder, signal, startPrivacy, textsOf, type PrivacyRun } from './privacy-harness.ts'

const rowsOf = ({ database }: PrivacyRun, uploadId: string) =>
  listPacks(database()).flatMap((pack) =>
    pack.upload_id === uploadId
      ? createRowPacks(database())
          .read(pack.number)
          .rows.map((row) => ({ ...row, batch: pack.batch }))
      : [],
  )
const finish = ({ database }: PrivacyRun): void => {
  database().run("UPDATE upload_batch SET state = 'complete' WHERE upload_id = 'sending'")
  database().run("UPDATE upload SET state = 'complete', finished_at = created_at WHERE id = 'sending'")
}

describe('a search for a person', () => {
  it.each([
    ['the name', 'jane quackenbush'],
    ['the beginning of the name', 'Jane Q'],
    ['the name in another order', 'QUACKENBUSH, Jane'],
    ['the mobile number with blanks', '+61 491 570 156'],
    ['the rego', 'qxj 123'],
    ['the VIN', jane.vin.toLowerCase()],
  ])('finds all places by %s', async (_, text) => {
    const run = await startPrivacy(await plantedFolder())
    const found = await run.privacy.handlers.findPerson({ text }, signal)
    const places = found.matches
      .filter(({ suggested }) => suggested)
      .flatMap((match) => match.places.map(({ place }) => place))
    expect([...new Set(places)].toSorted()).toEqual([
      'bin',
      'bulk-lookups',
      'calls',
      'changes',
      'customers',
      'do-not-contact',
      'drafts',
      'events',
      'known-vins',
      'lookups',
      'reveals',
      'sightings',
      'team',
      'uploads',
    ])
    expect(found).toMatchObject({ plannedRows: 1, sentRows: 0 })
    expect(JSON.stringify(found.matches)).not.toContain('Omar')
  })

  it('shows the number of a Do Not Contact person only to who typed it', async () => {
    const run = await startPrivacy(await plantedFolder())
    const numbersFor = async (text: string): Promise<(string | null)[]> => {
      const { matches } = await run.privacy.handlers.findPerson({ text }, signal)
      return matches.filter(({ name }) => name === jane.name).map(({ mobileNumber }) => mobileNumber)
    }
    expect(new Set(await numbersFor(jane.name))).toEqual(new Set([null]))
    expect(await numbersFor('+61 491 570 156')).toContain('+61491570156')
    run.database().run('DELETE FROM do_not_contact')
    expect(await numbersFor(jane.name)).toContain('+61491570156')
  })

  it('offers the next owner of a car without suggesting it, and deletes only the chosen person', async () => {
    const folder = await plantedFolder()
    const run = await startPrivacy(folder)
    const nextOwner = { ...remote(omar), id: '00000000-0000-4000-8000-000000000007', vin: jane.vin, rego: jane.rego }
    createCustomerCache(run.database()).save(scope, [nextOwner])
    await run.reopen()
    const { matches } = await run.privacy.handlers.findPerson({ text: jane.name }, signal)
    expect(matches.map(({ name, suggested, reason }) => ({ name, suggested, reason }))).toContainEqual({
      name: omar.name,
      suggested: false,
      reason: 'car',
    })
    await run.erase(jane.name)
    expect(textsInFolder(folder, dataKey, [jane.name, jane.mobile, omar.name, omar.mobile])).toEqual([
      omar.name,
      omar.mobile,
    ])
    // The car is the next owner's now.
    const left = createCustomerCache(run.database()).find(scope, nextOwner.id)
    expect(left).toMatchObject({ clientName: omar.name, vin: jane.vin, rego: jane.rego })
  })

  it('finds nothing for an unknown person', async () => {
    const run = await startPrivacy(await plantedFolder())
    const nothing = { matches: [], isCut: false, plannedRows: 0, sentRows: 0 }
    expect(await run.privacy.handlers.findPerson({ text: 'Nobody Known' }, signal)).toEqual(nothing)
  })

  it('gives one readable file of a person, with every place', async () => {
    const run = await startPrivacy(await plantedFolder())
    const { matches } = await run.privacy.handlers.findPerson({ text: jane.name }, signal)
    const chosen = matches.filter(({ suggested }) => suggested).map(({ key }) => key)
    const page = await run.privacy.handlers.exportPerson({ text: jane.name, chosen, format: 'html' }, signal)
    expect(page.fileName).toBe('Personal data 2026-11-22.html')
    for (const text of [jane.mobile, jane.vin, 'Spoke with Jane Quackenbush', 'Do Not Contact list'])
      expect(page.content).toContain(text)
    expect(page.content).not.toContain('Omar')
    const data = await run.privacy.handlers.exportPerson({ text: jane.name, chosen, format: 'json' }, signal)
    expect(Object.keys(JSON.parse(data.content) as object)).toEqual(
      expect.arrayContaining(['made', 'customers', 'bin', 'uploads', 'drafts', 'calls', 'lookups', 'events']),
    )
  })
})

describe('what the deletion of all data removes', () => {
  it('counts Do Not Contact marks, the bin and the people, and says whether this PC is in a team', async () => {
    const run = await startPrivacy(await plantedFolder())
    const count = (from: string) => run.database().get<{ rows: number }>(`SELECT count(*) AS rows FROM ${from}`)?.rows
    const before = await run.privacy.handlers.dataToDelete({}, signal)
    expect(before).toMatchObject({
      doNotContact: count("do_not_contact WHERE person LIKE 'id:%'"),
      inBin: count('bin WHERE pending = 0'),
      people: count('person'),
      isInTeam: false,
    })
    expect(before.doNotContact).toBeGreaterThan(0)
    run.database().run('UPDATE bin SET pending = 1')
    expect(await run.privacy.handlers.dataToDelete({}, signal)).toMatchObject({
      unsent: (count('bin') ?? 0) + (count('customer_change WHERE edit IS NOT NULL') ?? 0),
    })
    writeSetting(run.database(), teamMembershipSetting, '{}')
    expect(await run.privacy.handlers.dataToDelete({}, signal)).toMatchObject({ isInTeam: true })
  })
})

describe('deleting a person with rows in uploads', () => {
  it('excludes the rows in a draft, whose other decisions stay', async () => {
    const run = await startPrivacy(await plantedFolder())
    await run.erase(jane.name)
    const choices = run.database().all<StoredOverride>("SELECT name, value FROM draft_choice WHERE draft_id = 'draft'")
    expect([...readOverrides(choices).values()]).toEqual([2, 5].map((row) => ({ kind: 'row', row, include: false })))
  })

  it('withdraws rows that are not sent, and keeps numbers and sums', async () => {
    const run = await startPrivacy(await plantedFolder())
    await run.erase(jane.name)
    const rows = rowsOf(run, 'planned').map(({ row, outcome, input, original, reason, batch }) => ({
      row,
      outcome,
      input,
      original,
      reason,
      batch,
    }))
    expect(rows).toMatchObject([
      { row: 2, outcome: null, batch: 0 },
      {
        row: 3,
        outcome: 'excluded',
        input: {},
        original: [],
        reason: 'Personal data of this row was deleted',
        batch: null,
      },
    ])
    expect(rows[1]?.input).toEqual({})
    expect(run.database().get("SELECT rows FROM upload_batch WHERE upload_id = 'planned'")).toEqual({ rows: 1 })
    expect(run.database().get("SELECT rows_in_file, rows_excluded FROM upload WHERE id = 'planned'")).toEqual({
      rows_in_file: 2,
      rows_excluded: 1,
    })
  })

  it('does not touch a batch that is being sent, and deletes its rows after the upload', async () => {
    const folder = await plantedFolder()
    const run = await startPrivacy(folder)
    plantUpload(run.database(), 'sending', 'processing', [omar, jane])
    const before = rowsOf(run, 'sending')
    expect(await run.erase(jane.name)).toMatchObject({ state: 'waiting', waitingRows: 1, withdrawnRows: 1 })
    expect(rowsOf(run, 'sending')).toEqual(before)
    // Nothing happens while they are being sent.
    await run.reopen()
    expect(rowsOf(run, 'sending')).toEqual(before)
    finish(run)
    // The service has made a customer of the row meanwhile.
    const made = { ...jane, id: '00000000-0000-4000-8000-000000000009' }
    createCustomerCache(run.database()).save(scope, [remote(made)])
    await run.reopen()
    expect(deletionReceipts(run.database())).toMatchObject([{ state: 'done', waitingRows: 0, atService: { asked: 2 } }])
    expect(textsInFolder(folder, dataKey, [jane.name, jane.mobile, jane.vin, jane.rego])).toEqual([])
    expect(rowsOf(run, 'sending')).toHaveLength(2)
  })
})

describe('a restored backup', () => {
  it('has the deleted person no more, and knows the person only by keyed hashes', async () => {
    const folder = await plantedFolder()
    const backup = join(createDataFolder(), 'backup.db')
    mkdirSync(join(backup, '..'), { recursive: true })
    copyFileSync(join(folder, 'forecourt.db'), backup)
    const run = await startPrivacy(folder)
    await run.erase(jane.mobile)
    run.privacy.carryDeletions(run.database(), { path: backup, key: dataKey })
    const restored = createDataFolder()
    mkdirSync(restored, { recursive: true })
    copyFileSync(backup, join(restored, 'forecourt.db'))
    expect(textsInFolder(restored, dataKey, textsOf(jane))).toEqual(textsOf(jane))
    const other = await startPrivacy(restored)
    expect(other.database().all('SELECT customer_id FROM bin WHERE erased_by IS NOT NULL')).toEqual([
      { customer_id: jane.id },
    ])
    other.database().run('DELETE FROM bin WHERE erased_by IS NOT NULL')
    other.database().checkpoint()
    expect(textsInFolder(restored, dataKey, textsOf(jane))).toEqual([])
    expect(textsInFolder(restored, dataKey, textsOf(omar))).toEqual(textsOf(omar))
  })

  it('of the program itself is deleted with the person, and one of another key is named in the receipt', async () => {
    const folder = await plantedFolder()
    writeFileSync(join(folder, 'forecourt.set-aside-2020-01-01.db'), Buffer.alloc(8_192, 7))
    const run = await startPrivacy(folder)
    const receipt = await run.erase(jane.vin)
    expect(receipt.unreadableFiles).toEqual(['forecourt.set-aside-2020-01-01.db'])
    expect(readdirSync(folder).filter((name) => name.includes('.backup-'))).toEqual([])
    expect(existsSync(join(folder, 'forecourt.set-aside-2026-11-18.db'))).toBe(true)
  })
})
