import type { z } from 'zod'
import type { Database } from './database.ts'

/** The text of a setting; null when it has none. */
export function readSetting(database: Database, name: string): string | null {
  return database.value<string>('SELECT value FROM setting WHERE name = ?', [name])
}

/** A setting that is saved as JSON; null when it has none. */
export function readJsonSetting<Schema extends z.ZodType>(
  database: Database,
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  const saved = readSetting(database, name)
  return saved === null ? null : schema.parse(JSON.parse(saved))
}

/** Saves the text of a setting; null removes it. */
export function writeSetting(database: Database, name: string, value: string | null): void {
  if (value === null) database.run('DELETE FROM setting WHERE name = ?', [name])
  else {
    database.run(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, value],
    )
  }
}

/** Values that are saved together, each with a default. */
export interface SavedValues<T> {
  get(): T
  set(changes: Partial<T>): T
}

/**
 * Values under one name. A value that a later version added has its default; values that cannot be read count as not
 * saved.
 */
export function createSavedValues<T extends object>(
  database: Database,
  name: string,
  { schema, defaults }: { readonly schema: z.ZodType<Partial<T>>; readonly defaults: T },
): SavedValues<T> {
  const get = (): T => {
    const saved = readSetting(database, name)
    return { ...defaults, ...(saved === null ? {} : schema.safeParse(JSON.parse(saved)).data) }
  }
  return {
    get,
    set(changes) {
      const values = { ...get(), ...changes }
      writeSetting(database, name, JSON.stringify(values))
      return values
    },
  }
}
