import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import { errorFields, type Log } from '../core/ports/log.ts'

export interface RememberedFolder {
  current(): string
  remember(folder: string): Promise<void>
}

const Remembered = z.object({ folder: z.string() })

const names = ['last-folder', 'last-save-folder'] as const
const fileOf = (name: (typeof names)[number]): string => join(app.getPath('userData'), `${name}.json`)

/** The folder of the last choice in a file dialog, also after a restart; the user's documents before the first. */
export function createRememberedFolder(name: (typeof names)[number], log: Log): RememberedFolder {
  const file = fileOf(name)
  let unsaved: string | null = null
  return {
    current: () => unsaved ?? read(file) ?? documents(),
    async remember(chosen) {
      unsaved = chosen
      try {
        await writeFile(file, JSON.stringify({ folder: chosen }))
        unsaved = null
      } catch (error) {
        // The choice is still valid; only the folder is not remembered.
        log.write('warning', 'dialog.folderNotSaved', errorFields(error))
      }
    },
  }
}

/** The user's documents, or the home folder while those are on a drive that cannot be reached: Electron throws then. */
function documents(): string {
  try {
    return app.getPath('documents')
  } catch {
    return app.getPath('home')
  }
}

/** Forgets the folders of all dialogs. */
export async function forgetFolders(): Promise<void> {
  for (const name of names) await rm(fileOf(name), { force: true })
}

/** Null when there is none or its file cannot be read, because nothing is lost then. */
function read(file: string): string | null {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8'))).folder
  } catch {
    return null
  }
}
