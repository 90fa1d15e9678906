import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import type { FileTicket } from '../../src/contract/app.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'

/** Calls the program from the page, with its session, as another window would. Throws when the call fails. */
export async function callProgram<M extends MethodName>(
  page: Page,
  method: M,
  input: MethodInput<M>,
): Promise<MethodOutput<M>> {
  return post<MethodOutput<M>>(page, `/call/${method}`, JSON.stringify(input), 'application/json')
}

/** Passes a file to the program without the file dialog. */
export async function sendFile(page: Page, file: string): Promise<FileTicket> {
  const path = `/file?name=${encodeURIComponent(basename(file))}`
  return post<FileTicket>(page, path, await readFile(file, 'utf8'), 'application/octet-stream')
}

async function post<T>(page: Page, path: string, body: string, type: string): Promise<T> {
  const answer = (await page.evaluate(
    async (request) => {
      const headers = { 'Content-Type': request.type }
      const response = await fetch(request.path, { method: 'POST', body: request.body, headers })
      return (await response.json()) as unknown
    },
    { path, body, type },
  )) as Result<T>
  if (!answer.ok) throw new Error(`${path}: ${answer.error.message}`)
  return answer.value
}

/** Repeats a query until its answer is wanted. */
export async function waitForAnswer<T>(query: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await query()
    if (isDone(answer)) return answer
    if (Date.now() > deadline)
      throw new Error(`Not reached within two minutes: ${JSON.stringify(answer).slice(0, 500)}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}
