import type { HostBridge } from '../../contract/bridge.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { createEventStream } from './event-stream.ts'

/** The file types in the dialog. Core finds out from its bytes what a file really is. */
const spreadsheetTypes =
  '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.fods,.xml,.html,.htm,.slk,.dif,.prn,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const failure = (error: Failure): Result<never> => ({ ok: false, error })

const notRunning = failure({
  kind: 'unexpected',
  message: "Can't connect to Forecourt on this PC.",
  kept: 'Your saved data is on this PC.',
  next: 'Start Forecourt again and open the address that it shows.',
})

/** The program answered, so it is running: an answer without an envelope is an error of its host, not a lost connection. */
const unreadableAnswer = (status: number): Result<never> =>
  failure({
    kind: 'unexpected',
    message: `Forecourt returned an answer that can't be read (${status}).`,
    next: 'Reload the page. If it happens again, restart Forecourt.',
  })

const isEnvelope = (answer: unknown): answer is Result<unknown> =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean'

/** The answer of the host as an envelope, whatever its body is. */
async function readEnvelope(response: Response): Promise<Result<unknown>> {
  try {
    const answer: unknown = await response.json()
    return isEnvelope(answer) ? answer : unreadableAnswer(response.status)
  } catch {
    // The body is not JSON. Its text is for developers: the status says what the user can report.
    return unreadableAnswer(response.status)
  }
}

/** The bridge of the browser host: the same functions as the desktop's preload, over HTTP on the loopback address. */
export function createBrowserBridge(): HostBridge {
  const post = async (path: string, body: BodyInit, contentType: string): Promise<unknown> => {
    let response: Response
    try {
      response = await fetch(path, { method: 'POST', body, headers: { 'Content-Type': contentType } })
    } catch {
      // fetch rejects only when no answer arrives.
      return notRunning
    }
    return readEnvelope(response)
  }
  const takeFile = (file: unknown): Promise<unknown> => {
    if (!(file instanceof File))
      return Promise.resolve(failure({ kind: 'invalid-input', message: 'This is not a file.' }))
    return post(`/file?name=${encodeURIComponent(file.name)}`, file, 'application/octet-stream')
  }

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
        input.accept = spreadsheetTypes
        input.addEventListener('change', () => {
          const file = input.files?.[0]
          resolve(file ? takeFile(file) : { ok: true, value: null })
        })
        input.addEventListener('cancel', () => resolve({ ok: true, value: null }))
        input.click()
      }),
  }
}
