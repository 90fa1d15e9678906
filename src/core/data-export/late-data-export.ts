import { forwardHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import type { DataExportParts, DataExports } from './data-export.ts'

/** Exports of everything, loaded when they are first used. */
export function createLateDataExport(storage: OpenStorage, parts: DataExportParts): DataExports {
  const part = createLatePart(
    async () => (await import('./data-export.ts')).createDataExport(storage, parts),
    (exports) => exports,
    { log: storage.log, failure: 'dataExport.notLoaded' },
  )
  return {
    handlers: forwardHandlers<{ dataExport: DataExports['handlers'] }, 'dataExport', AbortSignal>(
      'dataExport',
      async () => ({ dataExport: (await part.load()).handlers }),
    ),
    start: () => part.start(),
    close: part.close,
  }
}
