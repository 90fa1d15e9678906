/**
 * Runs macros of an NSIS script against a made-up registry of Windows. It knows the instructions that the installer of Forecourt uses, and
 * throws for others.
 */
export interface Registry {
  /** Names and values of a key; undefined: there is none. The default value has the name ''. */
  values(key: string): Readonly<Record<string, string>> | undefined
  write(key: string, name: string, value: string): void
  deleteValue(key: string, name: string): void
  deleteKey(key: string): void
  subkeys(key: string): readonly string[]
  /** Everything, to compare. Keys without values are left out: they have no effect. */
  all(): Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** `user`: the one who is signed in, whose key HKCU is. */
export function createRegistry(user: string): Registry {
  const keys = new Map<string, Map<string, string>>()
  const pathOf = (key: string): string =>
    key
      .replace(/^(HKCU|HKEY_CURRENT_USER)\\/, `HKU\\${user}\\`)
      .replace(/^HKEY_LOCAL_MACHINE\\/, 'HKLM\\')
      .toLowerCase()
  return {
    values(key) {
      const values = keys.get(pathOf(key))
      return values && Object.fromEntries(values)
    },
    write(key, name, value) {
      const path = pathOf(key)
      keys.set(path, (keys.get(path) ?? new Map<string, string>()).set(name, value))
    },
    deleteValue: (key, name) => void keys.get(pathOf(key))?.delete(name),
    deleteKey(key) {
      const path = pathOf(key)
      for (const each of keys.keys()) if (each === path || each.startsWith(`${path}\\`)) keys.delete(each)
    },
    subkeys(key) {
      const begin = `${pathOf(key)}\\`.replace(/\\+$/, '\\')
      const below = [...keys.keys()].filter((each) => each.startsWith(begin))
      return [...new Set(below.map((each) => each.slice(begin.length).split('\\', 1)[0] ?? ''))]
    },
    all: () =>
      Object.fromEntries(
        [...keys].filter(([, values]) => values.size > 0).map(([key, values]) => [key, Object.fromEntries(values)]),
      ),
  }
}

interface Macro {
  readonly parameters: readonly string[]
  readonly lines: readonly string[]
}

function macrosOf(script: string): ReadonlyMap<string, Macro> {
  const macros = new Map<string, Macro>()
  for (const [, heading = '', body = ''] of script.matchAll(/^!macro (.+)\n([^]*?)^!macroend/gm)) {
    const [name = '', ...parameters] = heading.trim().split(/\s+/)
    const lines = body.split('\n').map((line) => line.trim())
    macros.set(name, { parameters, lines: lines.filter((line) => line !== '' && !/^[;#]/.test(line)) })
  }
  return macros
}

export interface Run {
  readonly script: string
  readonly defines: Readonly<Record<string, string>>
  readonly registry: Registry
  readonly forAllUsers: boolean
  readonly isUpdate?: boolean
}

/** Runs those of these macros that the script has, as the templates of electron-builder do. */
export function runMacros(names: readonly string[], { script, defines, registry, forAllUsers, isUpdate }: Run): void {
  const macros = macrosOf(script)
  const variables = new Map([
    ['$installMode', forAllUsers ? 'all' : 'CurrentUser'],
    ['$appExe', String.raw`C:\Forecourt\Forecourt.exe`],
  ])
  const rootOf = (root: string): string => (root === 'SHELL_CONTEXT' ? (forAllUsers ? 'HKLM' : 'HKCU') : root)
  const expand = (text: string, given: ReadonlyMap<string, string>): string =>
    text
      .replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => given.get(name) ?? defines[name] ?? whole)
      .replaceAll(/\$\w+/g, (name) => variables.get(name) ?? name)
      .replaceAll('$\\"', '"')
  const wordsOf = (line: string): string[] =>
    [...line.matchAll(/"((?:\$\\"|[^"])*)"|'([^']*)'|`([^`]*)`|(\S+)/g)].map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? '')

  const holds = ([left = '', operator, right = '']: readonly string[]): boolean => {
    if (left === '${isUpdated}') return isUpdate === true
    if (operator === '==') return left === right
    throw new Error(`NSIS stand-in: unknown condition ${left} ${operator}`)
  }
  const instructions: Readonly<Record<string, (...words: string[]) => void>> = {
    WriteRegStr: (root, key, name, value) => registry.write(`${rootOf(root ?? '')}\\${key}`, name ?? '', value ?? ''),
    WriteRegNone: (root, key, name) => registry.write(`${rootOf(root ?? '')}\\${key}`, name ?? '', ''),
    DeleteRegValue: (root, key, name) => registry.deleteValue(`${rootOf(root ?? '')}\\${key}`, name ?? ''),
    DeleteRegKey(root, key = '', ...more) {
      if (root?.startsWith('/') || more.length > 0) throw new Error('NSIS stand-in: unknown option of DeleteRegKey')
      registry.deleteKey(`${rootOf(root ?? '')}\\${key}`)
    },
    // These change no registry: a call tells Explorer that file types have changed, and a shortcut is deleted.
    'System::Call': () => undefined,
    SetShellVarContext: () => undefined,
    Delete: () => undefined,
  }
  /** These name a variable first. */
  const assignments: Readonly<Record<string, (before: string, ...words: string[]) => string>> = {
    StrCpy: (_before, value = '') => value,
    EnumRegKey: (_before, root, key, index) => registry.subkeys(`${root}\\${key}`)[Number(index)] ?? '',
    IntOp: (_before, left, operator, right) => {
      if (operator !== '+') throw new Error(`NSIS stand-in: unknown operator ${operator}`)
      return String(Number(left) + Number(right))
    },
  }

  /** Runs the lines from one on to the end of its block, or skips them; returns the place of the line that ended it. */
  const runBlock = (
    lines: readonly string[],
    start: number,
    given: ReadonlyMap<string, string>,
    runs: boolean,
  ): number => {
    for (let at = start; at < lines.length; at += 1) {
      const [raw = '', ...rest] = wordsOf(lines[at] ?? '')
      const words = rest.map((word) => expand(word, given))
      const keyword = raw.toLowerCase()
      if (['${endif}', '${else}', '${loopuntil}'].includes(keyword)) return at
      if (keyword === '${if}' || keyword === '${ifnot}') {
        const isTrue = runs && holds(words) === (keyword === '${if}')
        at = runBlock(lines, at + 1, given, isTrue)
        if (lines[at]?.toLowerCase() === '${else}') at = runBlock(lines, at + 1, given, runs && !isTrue)
      } else if (keyword === '${do}') {
        const first = at + 1
        for (let isOver = false; !isOver;) {
          at = runBlock(lines, first, given, runs)
          isOver =
            !runs ||
            holds(
              wordsOf(lines[at] ?? '')
                .slice(1)
                .map((word) => expand(word, given)),
            )
        }
      } else if (runs && raw === '!insertmacro') {
        runMacro(words[0] ?? '', words.slice(1))
      } else if (runs) {
        const assign = assignments[raw]
        const variable = rest[0] ?? ''
        if (assign) variables.set(variable, assign(variables.get(variable) ?? '', ...words.slice(1)))
        else if (instructions[raw]) instructions[raw](...words)
        else throw new Error(`NSIS stand-in: unknown instruction ${lines[at]}`)
      }
    }
    return lines.length
  }
  const runMacro = (name: string, words: readonly string[]): void => {
    const macro = macros.get(name)
    if (!macro) throw new Error(`NSIS stand-in: there is no macro ${name}`)
    runBlock(macro.lines, 0, new Map(macro.parameters.map((parameter, at) => [parameter, words[at] ?? ''])), true)
  }
  for (const name of names) if (macros.has(name)) runMacro(name, [])
}
