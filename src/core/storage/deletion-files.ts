import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files of the data and of the program's own copies, by name. The data folder can be any folder that the user named: other files in
 * it are not Forecourt's.
 */
const ownNames: readonly RegExp[] = [
  // Databases with their logs: in use, backed up, set aside, damaged, or half written.
  /^(?:forecourt|practice)(?:\.[\w-]+)*\.db(?:-wal|-shm|-journal)?(?:\.[\w-]+)*$/,
  /^forecourt\.backup-(?:copy|made|chosen|automatic)(?:[.-][\w-]+)*$/,
  /^forecourt(?:\.[\w-]+)*\.(?:key-change|history|look-through|unchecked|wrong-tries)(?:\.new)?$/,
  /^protection(?:\.[\w-]+)*\.json(?:\.new)?$/,
]
/** What is left in the folder after a deletion: the lock is held, and the others say how far it came. */
const deletionNames = /^forecourt\.(?:lock|deletion|left-secrets)(?:\.new)?$/
const logNames = /^forecourt(?:\.\d+)?\.log(?:\.new)?$/

/** Whether the data, its copies or its lock have a file of this name in the data folder. */
export const isDataFileName = (name: string): boolean =>
  deletionNames.test(name) || ownNames.some((pattern) => pattern.test(name))

/** The paths of all files of the data in a data folder: databases, copies, keys, marks and logs. */
export function dataFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
  const own = names.filter((each) => each.isFile() && ownNames.some((pattern) => pattern.test(each.name)))
  const hasLog = names.some((each) => each.isDirectory() && each.name === 'log')
  const logs = hasLog ? readdirSync(join(folder, 'log')).filter((name) => logNames.test(name)) : []
  return [...own.map(({ name }) => join(folder, name)), ...logs.map((name) => join(folder, 'log', name))]
}
