#!/usr/bin/env node
// Stands in for the programs that electron-builder downloads for a Windows installer: makensis, 7za and wine, by the name it is started
// with. makensis makes no installer: it writes what it was told as JSON into the folder NSIS_TOLD.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [, program = '', ...words] = process.argv

const programs = {
  /** The archive of the files to install, or the same with one more. */
  '7za': () => writeFileSync(words.find((word) => word.endsWith('.7z')) ?? '', 'files'),
  /** Would start the installer that only writes the uninstaller. */
  wine: () => undefined,
  makensis() {
    const valueOf = (option) =>
      words
        .find((word) => word.startsWith(option))
        ?.slice(option.length)
        .replaceAll(/^"|"$/g, '')
    const defines = Object.fromEntries(
      words
        .filter((word) => word.startsWith('-D'))
        .map((word) => {
          const [name, value = ''] = word.slice(2).split(/=(.*)/s)
          return [name, value]
        }),
    )
    const kind = 'BUILD_UNINSTALLER' in defines ? 'uninstaller' : 'installer'
    const told = process.env.NSIS_TOLD
    mkdirSync(told, { recursive: true })
    // Some of these files go away afterwards.
    const withIncludes = (text) =>
      text.replaceAll(/^!include "(\/.*)"$/gm, (_, file) => withIncludes(readFileSync(file, 'utf8')))
    const script = withIncludes(readFileSync(0, 'utf8'))
    writeFileSync(join(told, `${kind}.json`), JSON.stringify({ defines, script }))
    const file = kind === 'uninstaller' ? defines.UNINSTALLER_OUT_FILE : valueOf('-XOutFile ')
    // As wine names files; electron-builder checks that an installer is not smaller than its archive.
    writeFileSync(file.replace(/^Z:/, '').replaceAll('\\', '/'), 'installer'.repeat(10))
  },
}

const run = programs[basename(program)]
if (!run) throw new Error(`NSIS stand-in: unknown program ${program}`)
run()
