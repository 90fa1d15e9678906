import type { HostBridge } from '../../contract/bridge.ts'
import { failure } from '../../contract/result.ts'
import { createEventStream } from './event-stream.ts'

/** The accepted kinds in the file dialog; what a file really is, core finds out from its bytes. */
const spreadsheetKinds =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const gone = failure({
  kind: 'unexpected',
  message: 'The Forecourt program on this PC does not answer.',
  kept: 'Everything saved so far is on this PC.',
  next: 'Start Forecourt again and open the address that it shows.',
})

/** The same four things as the desktop's preload gives, over the browser host's loopback address. */
export function createBrowserBridge(): HostBridge {
  const post = async (path: string, body: BodyInit, contentType: string): Promise<unknown> => {
    try {
      const response = await fetch(path, { method: 'POST', body, headers: { 'Content-Type': contentType } })
      return await response.json()
    } catch {
      // The one caller shows the envelope's words; there is nothing more to know about a program that is gone.
      return gone
    }
  }
  const takeFile = (file: unknown): Promise<unknown> =>
    file instanceof File
      ? post(`/file?name=${encodeURIComponent(file.name)}`, file, 'application/octet-stream')
      : Promise.resolve(failure({ kind: 'invalid-input', message: 'That is not a file.' }))

  const stream = createEventStream('/events')

  return {
    host: 'browser',
    invoke: (method, input) => post(`/call/${method}`, JSON.stringify(input ?? {}), 'application/json'),
    subscribe: stream.subscribe,
    watchLink: stream.watchLink,
    takeFile,
    chooseFile: () =>
      new Promise((resolve) => {
        const input = document.createElement('input')
        input.type = 'file'
        input.accept = spreadsheetKinds
        input.addEventListener('change', () => {
          const file = input.files?.[0]
          resolve(file ? takeFile(file) : { ok: true, value: null })
        })
        input.addEventListener('cancel', () => resolve({ ok: true, value: null }))
        input.click()
      }),
  }
}
