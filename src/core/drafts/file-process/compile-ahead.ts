import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { madeUpText } from '../made-up/made-up-rows.ts'
import { draftLimits } from '../reading/content-meter.ts'
import { createReaderService } from './reader-service.ts'

/** Short files, in pieces of a few milliseconds. More of them save hardly more of the time of a file. */
const files = 4
const rowsOfFile = 500

/** Reads made-up files until `isOver`, as `worker/compile-ahead.ts` opens made-up tables. */
export async function compileAhead(isOver: () => boolean): Promise<void> {
  for (let number = 0; number < files; number += 1) {
    await yieldToEventLoop()
    if (isOver()) return
    await readMadeUp(madeUpText(number, rowsOfFile))
  }
}

function readMadeUp(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const service = createReaderService((message) => {
      if (message.kind === 'more') setImmediate(() => service({ kind: 'bytes', bytes }))
      else if (message.kind === 'block') setImmediate(() => service({ kind: 'saved' }))
      else if (message.kind === 'done') resolve()
      else if (message.kind === 'failed' || message.kind === 'refused') reject(new Error('A made-up file was not read'))
    })
    service({
      kind: 'read',
      name: 'made-up.csv',
      sizeBytes: bytes.byteLength,
      path: null,
      form: null,
      keep: 'all',
      keepsRowsOnly: true,
      limits: draftLimits,
      isSplit: false,
    })
  })
}
