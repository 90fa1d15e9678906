import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { LoggedAction } from '../../../../src/contract/logged-actions.ts'
import { allMethods, type Handlers } from '../../../../src/contract/methods.ts'
import type { MethodShape } from '../../../../src/contract/result.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { addToExportLog, createExportLog, createExportLogHandlers } from '../../../../src/core/export-log/export-log.ts'
import { logExports, methodsThatMakeFiles } from '../../../../src/core/export-log/logged-handlers.ts'
import { openData } from '../privacy/plant-person.ts'
import { jane, plantedFolder, signal, startPrivacy } from '../privacy/privacy-harness.ts'

const methods = await allMethods()

const everything = { search: '', from: null, to: null, limit: 50 }

async function openLog(): Promise<{
  database: Database
  add(action: LoggedAction, at: string, more?: object): void
  handlers: ReturnType<typeof createExportLogHandlers>
}> {
  const database = openData(await plantedFolder())
  onTestFinished(() => database.close())
  // Those of the planted person.
  database.run('DELETE FROM export_log')
  database.run("INSERT INTO person (id, name) VALUES ('jo', 'Jo Taylor')")
  const add = (action: LoggedAction, at: string, more: object = {}): void =>
    addToExportLog(database, {
      at: new Date(at),
      personId: null,
      action,
      rows: null,
      fileName: null,
      hasHiddenNumbers: false,
      ...more,
    })
  return {
    database,
    add,
    handlers: createExportLogHandlers({ database }),
  }
}

/** Handlers whose methods all answer with `answers`. */
const handlersWith = (answers: Readonly<Record<string, unknown>>): Handlers<AbortSignal> => {
  const domains: Record<string, Record<string, unknown>> = {}
  for (const name of methods.keys()) {
    const [domain = '', verb = ''] = name.split('.')
    domains[domain] = { ...domains[domain], [verb]: async () => answers[name] ?? {} }
  }
  return domains as unknown as Handlers<AbortSignal>
}

describe('the log of exports and revealed numbers', () => {
  it('covers each method of the contract that makes a file', () => {
    const makesFile = ({ output }: MethodShape): boolean => {
      const fields = output instanceof z.ZodObject ? Object.keys(output.shape) : []
      return fields.includes('fileName') && ['content', 'text', 'parts'].some((field) => fields.includes(field))
    }
    const names = [...methods].flatMap(([name, shape]) => (makesFile(shape) ? [name] : []))
    expect(names).toContain('customers.export')
    // A file without data of the user.
    expect(names.filter((name) => name !== 'practice.sampleFile').toSorted()).toEqual(methodsThatMakeFiles.toSorted())
  })

  it('covers each method that is called an export', () => {
    const exports = [...methods.keys()].filter((name) => /\.(?:export(?!Part)|saveBackup|report$)/.test(name))
    // Shown on the screen, not saved.
    const shown = ['sightings.report', 'folders.report']
    expect(
      exports.filter((name) => !(methodsThatMakeFiles as readonly string[]).includes(name) && !shown.includes(name)),
    ).toEqual([])
  })

  it('logs each file with its rows, and whether hidden numbers are in it', async () => {
    const logged: unknown[] = []
    const handlers = logExports(
      handlersWith({ 'customers.export': { fileName: 'Customers.csv', content: '', rows: 12 } }),
      (entry) => logged.push(entry),
    )
    await handlers.customers.export({ includeDoNotContactNumbers: true } as never, signal)
    await handlers.customers.export({} as never, signal)
    expect(logged).toEqual([
      { action: 'customers.export', fileName: 'Customers.csv', rows: 12, hasHiddenNumbers: true },
      { action: 'customers.export', fileName: 'Customers.csv', rows: 12, hasHiddenNumbers: false },
    ])
  })

  it('logs how many hidden numbers were shown or copied, never the numbers', async () => {
    const logged: unknown[] = []
    const handlers = logExports(
      handlersWith({
        'customers.revealMobile': { mobileNumber: '0491570156', otherNumbers: { Phone: '0398765432' }, edits: [] },
        'customers.copyNumbers': { customers: [{ id: '1', numbers: { mobileNumber: '0491570158' } }] },
      }),
      (entry) => logged.push(entry),
    )
    await handlers.customers.revealMobile({ id: '1' }, signal)
    await handlers.customers.copyNumbers({ ids: ['1'] }, signal)
    expect(logged).toMatchObject([
      { action: 'customers.revealMobile', rows: 2, hasHiddenNumbers: true },
      { action: 'customers.copyNumbers', rows: 1, hasHiddenNumbers: true },
    ])
    expect(JSON.stringify(logged)).not.toMatch(/0491|0398/)
  })

  it('logs opened calls, SMS and emails without their number, and no websites', async () => {
    const logged: unknown[] = []
    const handlers = logExports(handlersWith({}), (entry) => logged.push(entry))
    for (const url of ['tel:+61491570156', 'sms:+61491570156', 'mailto:jane@example.com', 'https://example.com'])
      await handlers.app.openLink({ url }, signal)
    expect(logged).toHaveLength(3)
    expect(JSON.stringify(logged)).not.toMatch(/0156|jane/)
  })

  it('does not hand over a file that could not be logged', async () => {
    const handlers = logExports(handlersWith({ 'app.report': { fileName: 'a', content: '' } }), () => {
      throw new Error('disk full')
    })
    await expect(handlers.app.report({}, signal)).rejects.toThrow('disk full')
  })

  it('waits for room on a full disk, and does not refuse the file', async () => {
    const { database } = await openLog()
    let isFull = true
    const log = createExportLog(() => ({
      ...database,
      transaction: (work) => {
        if (isFull) throw new FailureError({ kind: 'disk-full', message: 'The disk is full.' })
        return database.transaction(work)
      },
    }))
    const entry = { personId: null, rows: 1, fileName: 'a.csv', hasHiddenNumbers: false, action: 'app.report' } as const
    const count = () => database.get<{ n: number }>('SELECT count(*) AS n FROM export_log')?.n
    log.add({ ...entry, at: new Date('2026-11-20T01:00:00Z') })
    log.flush()
    expect(count()).toBe(0)
    isFull = false
    log.add({ ...entry, at: new Date('2026-11-20T02:00:00Z') })
    log.flush()
    expect(count()).toBe(2)
  })

  it('is listed newest first, with who was working, and searched by action, person and file', async () => {
    const { add, handlers } = await openLog()
    add('customers.export', '2026-11-20T01:00:00Z', { personId: 'jo', rows: 3, fileName: 'Victoria.csv' })
    add('storage.saveBackup', '2026-11-21T01:00:00Z')
    const numbers = async (search: string) =>
      (await handlers.list({ ...everything, search }, signal)).entries.map(({ action }) => action)
    expect(await numbers('')).toEqual(['storage.saveBackup', 'customers.export'])
    expect(await numbers('jo t')).toEqual(['customers.export'])
    expect(await numbers('VICTORIA')).toEqual(['customers.export'])
    expect(await numbers('backup')).toEqual(['storage.saveBackup'])
    expect((await handlers.list({ ...everything, search: 'jo' }, signal)).entries[0]).toMatchObject({
      person: 'Jo Taylor',
      rows: 3,
      at: '2026-11-20T01:00:00.000Z',
    })
  })

  it('is limited to dates of this PC, the last one included', async () => {
    const { add, handlers } = await openLog()
    for (const day of ['20', '21', '22']) add('app.report', `2026-11-${day}T12:00:00`)
    const found = await handlers.list({ ...everything, from: '2026-11-21', to: '2026-11-21' }, signal)
    expect(found).toMatchObject({ total: 1, entries: [{ at: new Date('2026-11-21T12:00:00').toISOString() }] })
  })

  it('is exported as CSV', async () => {
    const { add, handlers } = await openLog()
    add('customers.export', '2026-11-20T01:00:00Z', { personId: 'jo', rows: 3, fileName: 'Victoria.csv' })
    const { content, rows } = await handlers.export({ search: '', from: null, to: null }, signal)
    expect(rows).toBe(1)
    expect(content).toContain('2026-11-20T01:00:00.000Z,Customers exported,Jo Taylor,3,Victoria.csv,no')
  })

  it('does not say that a file has no hidden numbers when they were not removed from it', async () => {
    const { add, handlers } = await openLog()
    add('storage.saveBackup', '2026-11-20T01:00:00Z', { fileName: 'May.forecourt-backup' })
    const { content } = await handlers.export({ search: '', from: null, to: null }, signal)
    expect(content).toContain(',May.forecourt-backup,not removed')
  })

  it('stays when a person is deleted everywhere, without the name of the person in a file name', async () => {
    const folder = await plantedFolder()
    const run = await startPrivacy(folder)
    addToExportLog(run.database(), {
      at: new Date('2026-11-20'),
      personId: null,
      action: 'drafts.export',
      rows: 1,
      fileName: `List of ${jane.name}.csv`,
      hasHiddenNumbers: false,
    })
    await run.erase(jane.name)
    const left = run
      .database()
      .all<{ file_name: string; action: string }>("SELECT * FROM export_log WHERE action = 'drafts.export'")
    expect(left).toMatchObject([{ action: 'drafts.export', file_name: expect.stringContaining('List of') }])
    expect(left[0]?.file_name).not.toContain('Quackenbush')
  })
})
