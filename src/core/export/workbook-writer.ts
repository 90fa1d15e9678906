import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { writeXlsxStream } from 'hucre/xlsx'

/**
 * Loads what writes workbooks, each part in a turn of the event loop of its own: the library, which is a fifth of the program's code, and
 * Node's streams, whose first use compiles them.
 */
export async function loadWorkbookWriter(): Promise<typeof writeXlsxStream> {
  const library = await import('hucre/xlsx')
  await yieldToEventLoop()
  const { CompressionStream: Stream } = globalThis
  await yieldToEventLoop()
  void new Stream('deflate-raw')
  await yieldToEventLoop()
  return library.writeXlsxStream
}
