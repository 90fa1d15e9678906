import type { Upload, UploadRows } from '../../../../../src/contract/uploads.ts'

const noRows: UploadRows = {
  inFile: 0,
  withErrors: 0,
  excluded: 0,
  updated: 0,
  skipped: 0,
  pending: 0,
  notSent: 0,
  sent: 0,
  accepted: 0,
  failed: 0,
  notProcessed: 0,
  inProcess: 0,
}

export const rowsWith = (rows: Partial<UploadRows>): UploadRows => ({ ...noRows, ...rows })

/** An upload in the shape that the program gives; a test changes what it is about. */
export function sampleUpload(changes: Partial<Upload> = {}): Upload {
  return {
    id: 'upload-1',
    name: 'Sold cars',
    serviceName: 'Sold cars',
    region: 'au',
    fileName: 'sold.csv',
    createdAt: '2026-11-21T01:00:00.000Z',
    finishedAt: null,
    state: 'running',
    rows: rowsWith({ inFile: 412, excluded: 12, skipped: 0, pending: 200, sent: 200, accepted: 100, inProcess: 100 }),
    lookUpMissingVins: false,
    paidLookups: 0,
    progress: { done: 100, total: 400, errors: 0, rowsPerSecond: 40, secondsLeft: 8 },
    waiting: null,
    duplicates: 0,
    rejectedRows: 0,
    rejected: [],
    excludedReasons: [],
    failure: null,
    excludedBeforeSending: 0,
    place: 1,
    canWithdraw: false,
    removed: false,
    undone: null,
    batches: [],
    origin: {
      fileHash: null,
      userName: null,
      connectionName: null,
      referenceKey: 'forecourt_ref',
      knownCustomers: null,
      options: null,
    },
    serviceUploads: [],
    ...changes,
  }
}
