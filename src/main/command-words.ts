/** Marks the words after it as a command. The others work without it, but not for a program of Windows that a shell does not wait for. */
const commandSwitch = '--cli'
const commandNames = [
  'import',
  'status',
  'sightings',
  'customers',
  'lookup',
  'backup',
  'export',
  '--help',
  '-h',
  '--version',
]

/**
 * The words of a command of the command line (`src/cli`) among the arguments of a start; null for a start with a window. The program itself
 * comes first, and before packaging also its folder.
 */
export function commandWords(argv: readonly string[], isPackaged: boolean): readonly string[] | null {
  // An AppImage adds it where the system offers no sandbox.
  const words = argv.slice(isPackaged ? 1 : 2).filter((word, at) => at > 0 || word !== '--no-sandbox')
  const [first, ...rest] = words
  if (first === commandSwitch) return rest
  return first !== undefined && commandNames.includes(first) ? words : null
}
