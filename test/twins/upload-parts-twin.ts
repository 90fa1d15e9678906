import type { SendableDrafts } from '../../src/core/uploads/upload-sending.ts'
import { packLists, type RowsToSend } from '../../src/core/uploads/upload-writer.ts'
import type { UploadsParts } from '../../src/core/uploads/uploads.ts'

/** Drafts that all have these rows. */
export const uploadDraftsTwin = (rowsOf: () => RowsToSend): SendableDrafts => ({
  async toSend() {
    const { connectionId, region, rows, knownRows = 0 } = rowsOf()
    return { connectionId, region, rows: rows.length, updates: 0, knownRows }
  },
  knownRows: async () => ({ rows: [] }),
  rowsToSend: async (_, formOf) => packLists(rowsOf(), formOf),
  openText: () => Promise.reject(new Error('No text can be opened here')),
  fileHash: async () => null,
  closeDraft: () => undefined,
})

/** What uploads need beside storage and drafts, on a PC that knows no customers. A test replaces what it is about. */
export const uploadPartsTwin: Omit<UploadsParts, 'drafts'> = {
  customers: {
    find: () => null,
    listed: () => [],
    deleteRecords: () => undefined,
    refresh: async () => ({ ok: true, value: null }),
    saveListed: async () => undefined,
    syncedAt: () => null,
    knownVehicles: async () => new Set(),
    prepareUpdates: () => Promise.reject(new Error('No row updates a customer here')),
    countOfUpload: () => ({ left: 0, deleting: 0 }),
    deleteOfUpload: async () => 0,
  },
  regoVins: { find: () => [], saveLookedUp: () => undefined, saveSent: () => undefined },
  isOffline: () => false,
  userName: null,
  currentPerson: () => null,
  onDraftSent: () => undefined,
  onWithdrawn: () => undefined,
  requestSync: () => undefined,
  notifier: null,
  taskBar: null,
}
