import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import { errorFields, type Log } from '../core/ports/log.ts'

export interface RememberedFolder {
  current(): string
  remember(folder: string): Promise<void>
}

const Remembered = z.object({ folder: z.string() })

/** The folder of the last choice in a file dialog, also after a restart; the user's documents before the first. */
export function createRememberedFolder(name: 'last-folder' | 'last-save-folder', log: Log): RememberedFolder {
  const file = join(app.getPath('userData'), `${name}.json`)
  let folder = read(file) ?? app.getPath('documents')
  return {
    current: () => folder,
    async remember(chosen) {
      folder = chosen
      try {
        await writeFile(file, JSON.stringify({ folder }))
      } catch (error) {
        // The choice is still valid; only the folder is not remembered.
        log.write('warning', 'dialog.folderNotSaved', errorFields(error))
      }
    },
  }
}

/** Null when there is none or its file cannot be read, because nothing is lost then. */
function read(file: string): string | null {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8'))).folder
  } catch {
    return null
  }
}
