import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ImportReport } from '../../../../src/contract/import-report.ts'
import { FolderSettings } from '../../../../src/contract/watched-folders.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { ended, file, put, signal, startFolders, startUsed, type FoldersRun } from './folders-harness.ts'

const outcomes = async ({ files }: FoldersRun) =>
  (await files()).map(({ name, outcome }) => [name, outcome]).toReversed()

describe('a watched folder', () => {
  it('leaves the first file to the user, sends the next one by itself, and reports both', async () => {
    const run = await startUsed()
    await run.until(() => run.notices.length > 0)
    expect(run.notices.map(({ body }) => body)).toEqual([expect.stringContaining('“first.csv” needs your answer.')])
    put(run, 'second.csv', file('1AA000', '1AA001', '1AA002'))
    await run.until(async () => (await ended(run)) === 2)
    await run.until(
      () => JSON.parse(readFileSync(join(run.folder, 'done', 'second.csv.report.json'), 'utf8')).upload !== null,
    )

    expect(run.sent.map(({ rows }) => rows)).toEqual([['1AA000', '1AA001'], ['1AA002']])
    expect(await outcomes(run)).toEqual([
      ['first.csv', 'sent'],
      ['second.csv', 'sent'],
    ])
    expect(run.list()).toEqual(['done'])
    expect(run.list('done')).toEqual(
      ['first.csv', 'second.csv'].flatMap((name) => [name, `${name}.report.json`, `${name}.report.txt`]),
    )
    const report = ImportReport.parse(
      JSON.parse(readFileSync(join(run.folder, 'done', 'second.csv.report.json'), 'utf8')),
    )
    expect(report).toMatchObject({
      exitCode: 0,
      message: '1 customer accepted.',
      upload: { id: 'upload-2', accepted: 1 },
    })
    expect(await run.only()).toMatchObject({ state: 'watching', usualRows: { from: 1, to: 23, files: 2 } })
  })

  it('leaves a file with errors to the user with the reason, and sends the next one', async () => {
    const run = await startUsed()
    put(run, 'a.csv', file('BAD', '1AA005'))
    await run.until(async () => (await ended(run)) === 2)
    put(run, 'b.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 3)
    const [sent, waiting] = await run.files()
    expect(waiting).toMatchObject({ outcome: 'waiting', reasons: ['1 row has errors.'], movedTo: 'done/a.csv' })
    expect(sent).toMatchObject({ outcome: 'sent', movedTo: 'done/b.csv' })
    expect(await run.only()).toMatchObject({ draftsWaiting: 1, filesToProcess: 0 })
  })

  it('moves a file that cannot be read to “failed” with its report, and goes on', async () => {
    const run = await startUsed()
    put(run, 'a.csv', 'JUNK')
    put(run, 'b.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 3)
    expect(run.list('failed')).toEqual(['a.csv', 'a.csv.report.json', 'a.csv.report.txt'])
    expect(readFileSync(join(run.folder, 'failed', 'a.csv.report.txt'), 'utf8')).toContain('This is no spreadsheet.')
    expect(run.sent).toHaveLength(2)
    await run.until(() => run.notices.some(({ body }) => body.includes('“a.csv” can’t be imported.')))
  })

  it('sends nothing and leaves no draft when every customer is known', async () => {
    const run = await startUsed()
    put(run, 'next.csv', file('1AA001', '1AA000'))
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({ outcome: 'nothing-to-send', draftId: null })
    expect(run.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('overwrites no file of the same name', async () => {
    const run = await startUsed()
    put(run, 'first.csv', file('1AA003'))
    await run.until(async () => (await ended(run)) === 2)
    expect(run.list('done').filter((name) => name.endsWith('.csv'))).toEqual(['first (2).csv', 'first.csv'])
    expect(readFileSync(join(run.folder, 'done', 'first.csv'), 'utf8')).toContain('1AA000')
  })

  it('leaves temporary, hidden and other files alone', async () => {
    const run = await startUsed()
    for (const name of ['~$a.xlsx', '.a.csv', 'a.csv.part', 'a.tmp', 'photo.jpg']) put(run, name, file('1AA009'))
    mkdirSync(join(run.folder, 'folder.csv'))
    await run.pass(30_000)
    expect(await ended(run)).toBe(1)
    expect(run.list()).toHaveLength(7)
  })

  it('reads a file again that is replaced while it is read', async () => {
    const run = await startUsed()
    let replaced = false
    run.behaviour.onRead = (path) => {
      if (replaced) return
      replaced = true
      // A program that replaces its export by a new file, as long as the old one.
      writeFileSync(`${path}.new`, file('1AA008'))
      renameSync(`${path}.new`, path)
    }
    put(run, 'a.csv', file('1AA007'))
    await run.until(async () => (await ended(run)) === 2)
    expect(replaced).toBe(true)
    expect(run.sent.flatMap(({ rows }) => rows)).toEqual(['1AA000', '1AA001', '1AA008'])
    expect(run.list()).toEqual(['done'])
    expect(readFileSync(join(run.folder, 'done', 'a.csv'), 'utf8')).toContain('1AA008')
    expect(run.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('shows a folder that is not reachable, and goes on when it is back', async () => {
    const run = await startUsed()
    renameSync(run.folder, `${run.folder}-away`)
    await run.until(async () => (await run.only()).state === 'unreachable')
    expect((await run.only()).unreachableSince).not.toBeNull()
    renameSync(`${run.folder}-away`, run.folder)
    put(run, 'b.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 2)
    expect(await run.only()).toMatchObject({ state: 'watching', unreachableSince: null })
  })

  it('keeps the file where it is while the disk is full, says so, and sends it afterwards', async () => {
    const run = await startUsed()
    run.behaviour.openFailure = new FailureError({ kind: 'disk-full', message: 'The disk of this PC is full.' })
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await run.only()).problem !== null)
    expect((await run.only()).problem).toContain('The disk is full.')
    expect(run.list()).toContain('a.csv')
    run.behaviour.openFailure = null
    await run.until(async () => (await ended(run)) === 2)
    expect(run.sent).toHaveLength(2)
    expect((await run.only()).problem).toBeNull()
  })

  it('waits for the service, and sends a draft once when it is back', async () => {
    const run = await startUsed()
    run.behaviour.sendFailure = new FailureError({ kind: 'offline', message: 'Can’t connect to the service.' })
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await run.only()).problem !== null)
    expect(run.list()).toContain('a.csv')
    run.behaviour.sendFailure = null
    run.folders.retryNow()
    await run.until(async () => (await ended(run)) === 2)
    expect(run.sent.at(-1)?.rows).toEqual(['1AA006'])
  })

  it('processes nothing while it is paused, and says how many files wait', async () => {
    const run = await startUsed()
    const { id } = await run.only()
    await run.folders.handlers.setPaused({ id, paused: true }, signal)
    put(run, 'a.csv', file('1AA006'))
    await run.pass(30_000)
    expect(run.list()).toContain('a.csv')
    expect(await run.only()).toMatchObject({ state: 'paused', filesToProcess: 1 })
    await run.folders.handlers.setPaused({ id, paused: false }, signal)
    await run.until(async () => (await ended(run)) === 2)
  })

  it('leaves every draft to the user when it does not send by itself', async () => {
    const run = startFolders()
    await run.watch({ sendByItself: false, templateId: null })
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 1)
    expect((await run.files())[0]).toMatchObject({
      outcome: 'waiting',
      reasons: ['This folder leaves sending to you.'],
    })
    expect(run.sent).toEqual([])
  })

  it('processes 40 files that arrive together, each row once', { timeout: 60_000 }, async () => {
    const run = await startUsed()
    for (let number = 0; number < 40; number += 1) put(run, `f${number}.csv`, file(`2BB${number}`))
    await run.until(() => run.sent.length === 41 && run.list().length === 1)
    const rows = run.sent.flatMap((upload) => upload.rows)
    expect(rows).toHaveLength(42)
    expect(new Set(rows).size).toBe(42)
    expect(run.list('done').filter((name) => name.endsWith('.csv'))).toHaveLength(41)
  })

  it('refuses a folder that is watched, missing, or has the moved files of another', async () => {
    const run = await startUsed()
    const choose = (path: string): Promise<unknown> =>
      run.folders.handlers
        .chooseFolder({ path }, signal)
        .catch((error: unknown) => (error as FailureError).failure.message)
    expect(await choose(run.folder)).toContain('is watched already')
    expect(await choose(join(run.folder, 'done'))).toContain('moved files')
    expect(await choose(join(run.folder, 'nowhere'))).toContain('Can’t find')
    expect(await choose('exports')).toContain('whole path')
  })

  it('is added once by two clicks', async () => {
    const run = startFolders()
    await run.watch()
    const { id, ...settings } = await run.only()
    await run.folders.handlers.remove({ id }, signal)
    await run.folders.handlers.chooseFolder({ path: run.folder }, signal)
    const add = () => run.folders.handlers.add({ ...FolderSettings.parse(settings), path: run.folder }, signal)
    const answers = await Promise.allSettled([add(), add()])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await run.folders.handlers.list({}, signal)).folders).toHaveLength(1)
  })

  it('refuses a folder whose moved files another watched folder would import', async () => {
    const run = startFolders()
    const outer = run.folder
    mkdirSync(join(outer, 'done'))
    const settings = {
      connectionId: 'connection-1',
      region: 'au',
      templateId: null,
      sendByItself: false,
      lookUpMissingVins: false,
      maxPaidLookups: 0,
    } as const
    const choose = (path: string) => run.folders.handlers.chooseFolder({ path }, signal)
    const { folder: path } = await choose(join(outer, 'done'))
    await run.folders.handlers.add({ ...settings, path: path ?? '' }, signal)
    await expect(choose(outer)).rejects.toThrow('would be moved into the watched folder')
    mkdirSync(join(outer, 'beside'))
    expect(await choose(join(outer, 'beside'))).toEqual({ folder: join(outer, 'beside') })
  })

  it('processes files beside a link, which it leaves where it is and names', async () => {
    const run = await startUsed()
    writeFileSync(join(run.folder, '..', 'elsewhere.csv'), file('1AA003'))
    symlinkSync(join('..', 'elsewhere.csv'), join(run.folder, 'link.csv'))
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 2)
    await run.until(async () => (await run.only()).problem !== null)
    expect(await run.only()).toMatchObject({
      state: 'watching',
      problem: '“link.csv” is a link. Put the file itself into the folder.',
    })
    expect(run.list()).toEqual(['done', 'link.csv'])
    rmSync(join(run.folder, 'link.csv'))
    await run.until(async () => (await run.only()).problem === null)
  })

  it('moves a file with the longest name with its reports, and one with quotes and a line break', async () => {
    const run = await startUsed()
    const long = `${'n'.repeat(251)}.csv`
    const odd = 'O\u2019Brien "night"\n2.csv'
    put(run, long, file('1AA006'))
    put(run, odd, file('1AA007'))
    await run.until(async () => (await ended(run)) === 3)
    expect(run.list()).toEqual(['done'])
    expect(run.sent.flatMap(({ rows }) => rows).toSorted()).toEqual(['1AA000', '1AA001', '1AA006', '1AA007'])
    expect(run.list('done').filter((name) => name.endsWith('.report.txt'))).toHaveLength(3)
    expect(run.list('done')).toContain(`${odd}.report.json`)
    const stem = run.list('done').find((name) => name.endsWith('n.csv')) ?? ''
    expect(readFileSync(join(run.folder, 'done', `${stem}.report.json`), 'utf8')).toContain(long)
  })

  it('sends a file once that it can’t move, says so, and moves it when it can', async () => {
    const run = await startUsed()
    rmSync(join(run.folder, 'done'), { recursive: true })
    writeFileSync(join(run.folder, 'done'), 'a file where the folder is to be')
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await run.only()).problem !== null)
    expect((await run.only()).problem).toContain('“a.csv” can’t be moved')
    expect(run.sent).toHaveLength(2)
    rmSync(join(run.folder, 'done'))
    run.folders.retryNow()
    await run.until(async () => (await ended(run)) === 2)
    expect(await run.only()).toMatchObject({ problem: null })
    expect(run.list('done')).toContain('a.csv')
  })

  it('no longer names a problem when the file that had it is gone', async () => {
    const run = await startUsed()
    run.behaviour.openFailure = new FailureError({ kind: 'disk-full', message: 'The disk of this PC is full.' })
    put(run, 'a.csv', file('1AA006'))
    await run.until(async () => (await run.only()).problem !== null)
    rmSync(join(run.folder, 'a.csv'))
    await run.until(async () => (await run.only()).problem === null)
    expect(await run.only()).toMatchObject({ state: 'watching', filesToProcess: 0 })
  })

  it('goes on with a folder that was deleted and made again', async () => {
    const run = await startUsed()
    rmSync(run.folder, { recursive: true })
    await run.until(async () => (await run.only()).state === 'unreachable')
    mkdirSync(run.folder)
    put(run, 'b.csv', file('1AA006'))
    await run.until(async () => (await ended(run)) === 2)
    expect(run.list('done').filter((name) => name.endsWith('.csv'))).toEqual(['b.csv'])
    expect(run.list('done')).toContain('b.csv.report.txt')
  })

  it('leaves a file that has far fewer rows than usual to the user', async () => {
    const run = startFolders()
    await run.watch()
    const rows = (from: number, count: number) => file(...Array.from({ length: count }, (_, at) => `3CC${from + at}`))
    put(run, 'first.csv', rows(200, 100))
    await run.until(async () => (await ended(run)) === 1)
    run.sendDraft((await run.files())[0]?.draftId ?? '')
    put(run, 'short.csv', rows(300, 69))
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({
      outcome: 'waiting',
      reasons: ['The file has 69 rows. Earlier files suggest 70 to 130.'],
    })
    put(run, 'enough.csv', rows(400, 70))
    await run.until(async () => (await ended(run)) === 3)
    expect((await run.files())[0]).toMatchObject({ outcome: 'sent' })
  })

  it('has a draft instead of a sent file when the upload is withdrawn, and sends the content when it comes again', async () => {
    const run = await startUsed()
    put(run, 'second.csv', file('2BB000', '2BB001'))
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({ outcome: 'sent' })
    const report = (): string => readFileSync(join(run.folder, 'done', 'second.csv.report.txt'), 'utf8')
    await run.until(() => report().includes('2 customers accepted.'))
    run.withdraw('draft-again')
    const message = 'The upload was made a draft again. It waits for you under Import customers. Nothing was sent.'
    expect((await run.files())[0]).toMatchObject({
      outcome: 'waiting',
      message,
      draftId: 'draft-again',
      uploadId: null,
    })
    await run.until(() => report().includes(message))
    run.database.run("DELETE FROM draft WHERE id = 'draft-again'")
    put(run, 'third.csv', file('2BB000', '2BB001'))
    await run.until(async () => (await ended(run)) === 3)
    expect((await run.files())[0]).toMatchObject({ name: 'third.csv', outcome: 'sent' })
  })

  it('keeps files, and forgets its history, when it is removed', async () => {
    const run = await startUsed()
    const { id } = await run.only()
    await run.folders.handlers.remove({ id }, signal)
    expect(await run.folders.handlers.list({}, signal)).toEqual({ folders: [] })
    expect(run.list('done')).toContain('first.csv')
    expect(run.database.all('SELECT number FROM watched_file')).toEqual([])
    rmSync(run.folder, { recursive: true })
  })
})
