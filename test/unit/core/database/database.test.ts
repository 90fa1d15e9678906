import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'

const key = 'ab'.repeat(32)

function open(path: string, withKey: string | null = key): Database {
  const answer = openDatabase(path, withKey)
  if (answer.state !== 'ready') throw new Error(answer.state)
  onTestFinished(() => answer.database.close())
  return answer.database
}

const put = (database: Database, name: string, value = 'x'): void =>
  void database.run('INSERT INTO setting (name, value) VALUES (?, ?)', [name, value])

const names = (database: Database): string[] =>
  database.all<{ name: string }>('SELECT name FROM setting ORDER BY name').map(({ name }) => name)

describe('opening', () => {
  it('is encrypted from the first byte, with full durability and no trust in the schema', () => {
    const path = join(createDataFolder(), 'x.db')
    const database = open(path)
    const pragma = (name: string): unknown =>
      Object.values(database.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0]
    expect(['journal_mode', 'synchronous', 'secure_delete', 'foreign_keys', 'trusted_schema'].map(pragma)).toEqual([
      'wal',
      2,
      1,
      1,
      0,
    ])
    expect(readFileSync(path).subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
  })

  it.each(['', 'ab', 'AB'.repeat(32), `${'ab'.repeat(31)}'"`])('refuses the key “%s”', (wrong) => {
    expect(() => openDatabase(join(createDataFolder(), 'x.db'), wrong)).toThrow('64 hex digits')
  })

  it('with another key is refused and does not change the file', () => {
    const path = join(createDataFolder(), 'x.db')
    const database = open(path)
    put(database, 'kept')
    database.checkpoint()
    const before = readFileSync(path)
    expect(openDatabase(path, 'cd'.repeat(32))).toEqual({ state: 'wrong-key' })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(names(database)).toEqual(['kept'])
  })
})

describe('a watched table', () => {
  it('reports each row that is added, changed or removed, also by a cascade, and undone transactions', () => {
    const database = open(':memory:', null)
    const seen: unknown[] = []
    database.watch('setting', ['name', 'value'], {
      changed: (...values) => seen.push(values),
      undone: () => seen.push('undone'),
    })
    put(database, 'a')
    database.run(`UPDATE setting SET value = 'y' WHERE name = 'a'`)
    expect(() =>
      database.transaction(() => {
        put(database, 'b')
        throw new Error('midway')
      }),
    ).toThrow('midway')
    database.run('DELETE FROM setting')
    expect(seen).toEqual([['a', 'x'], ['a', 'x'], ['a', 'y'], ['b', 'x'], 'undone', ['a', 'y']])
    const batches: unknown[] = []
    database.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES ('c', 'Test', 'account', 'https://service.test', 'api-key', 'au', '{}', '')`,
    )
    database.watch('draft', ['id'], { changed: (id) => batches.push(id), undone: () => undefined })
    database.run(
      `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
       VALUES ('d', 'c', 'au', 'march.csv', '', '', 'send', '{}', '{}')`,
    )
    database.run('DELETE FROM connection')
    expect(batches).toEqual(['d', 'd'])
  })
})

describe('a transaction', () => {
  it('is all or nothing', () => {
    const database = open(':memory:', null)
    expect(() =>
      database.transaction(() => {
        put(database, 'a')
        throw new Error('midway')
      }),
    ).toThrow('midway')
    expect(names(database)).toEqual([])
  })

  it('inside another is rolled back alone', () => {
    const database = open(':memory:', null)
    database.transaction(() => {
      put(database, 'outer')
      expect(() =>
        database.transaction(() => {
          put(database, 'inner')
          throw new Error('midway')
        }),
      ).toThrow('midway')
    })
    expect(names(database)).toEqual(['outer'])
  })

  it('is on the disk when it returns: a copy of the file contains it', () => {
    const path = join(createDataFolder(), 'x.db')
    const database = open(path)
    database.transaction(() => put(database, 'kept'))
    // A second connection reads what a program would read that starts after a kill.
    expect(names(open(path))).toEqual(['kept'])
  })
})

describe('work after a commit', () => {
  it('runs in order when the outermost transaction has ended, and at once outside of transactions', () => {
    const database = open(':memory:', null)
    const done: string[] = []
    const after = (name: string): void => database.afterCommit(() => done.push(name))
    database.transaction(() => {
      after('first')
      database.transaction(() => after('inner'))
      after('last')
      expect(done).toEqual([])
    })
    expect(done).toEqual(['first', 'inner', 'last'])
    after('outside')
    expect(done).toEqual(['first', 'inner', 'last', 'outside'])
  })

  it('does not run for what is rolled back', () => {
    const database = open(':memory:', null)
    const done: string[] = []
    const fail = (name: string) => (): never => {
      database.afterCommit(() => done.push(name))
      throw new Error('No room')
    }
    database.transaction(() => {
      database.afterCommit(() => done.push('kept'))
      expect(() => database.transaction(fail('inner'))).toThrow('No room')
    })
    expect(() => database.transaction(fail('outer'))).toThrow('No room')
    database.transaction(() => put(database, 'a'))
    expect(done).toEqual(['kept'])
  })

  it('can write to the database', () => {
    const database = open(':memory:', null)
    database.transaction(() => database.afterCommit(() => database.transaction(() => put(database, 'a'))))
    expect(names(database)).toEqual(['a'])
  })
})

describe('a full disk', () => {
  const fill = (database: Database): void => {
    for (let row = 0; row < 10_000; row += 1) put(database, `row ${row}`, 'x'.repeat(1_000))
  }

  it.each([
    ['outside', (database: Database) => fill(database)],
    ['within', (database: Database) => database.transaction(() => fill(database))],
  ])('is said as such %s a transaction, and what was there before is kept', (_where, write) => {
    const database = open(join(createDataFolder(), 'x.db'))
    database.transaction(() => put(database, 'before'))
    const pages = Object.values(database.get<Record<string, number>>('PRAGMA page_count') ?? {})[0] ?? 0
    database.get(`PRAGMA max_page_count = ${pages + 20}`)
    expect(() => write(database)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'disk-full' }) }),
    )
    expect(names(database)).toContain('before')
    database.get('PRAGMA max_page_count = 100000')
    put(database, 'after')
    expect(names(database)).toContain('after')
  })
})

it('a checkpoint empties the write-ahead log, which still contains deleted data', () => {
  const path = join(createDataFolder(), 'x.db')
  const database = open(path)
  put(database, 'canary', 'Jane Citizen')
  database.run('DELETE FROM setting')
  expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(0)
  database.checkpoint()
  expect(readFileSync(`${path}-wal`).length).toBe(0)
})

describe('damage that is found while the program runs', () => {
  it('is a failure for each way of reading and writing, and calls onDamaged', () => {
    const path = join(createDataFolder(), 'x.db')
    const first = openDatabase(path, key)
    if (first.state !== 'ready') throw new Error(first.state)
    for (let number = 0; number < 400; number += 1) put(first.database, `name ${number}`, 'x'.repeat(2_000))
    first.database.close()
    const file = openSync(path, 'r+')
    const pages = readFileSync(path).length / 4_096
    for (let page = Math.floor(pages / 2); page < pages; page += 1) {
      writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096)
    }
    closeSync(file)

    let told = 0
    const answer = openDatabase(path, key, { onDamaged: () => void (told += 1) })
    if (answer.state !== 'ready') throw new Error(answer.state)
    onTestFinished(() => answer.database.close())
    const { database } = answer
    const damaged = expect.objectContaining({ failure: expect.objectContaining({ kind: 'storage-damaged' }) })
    expect(() => database.all('SELECT * FROM setting')).toThrow(damaged)
    expect(() => [...database.each('SELECT * FROM setting')]).toThrow(damaged)
    expect(() => database.get('SELECT sum(length(value)) FROM setting')).toThrow(damaged)
    expect(() => database.transaction(() => database.run(`UPDATE setting SET value = 'y'`))).toThrow(damaged)
    expect(told).toBeGreaterThanOrEqual(4)
  })
})
