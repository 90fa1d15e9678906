import type { Page } from 'playwright-core'
import type { MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'

/** Changes the answers of a method on the way to the window, for states that practice cannot be brought into. */
async function changeAnswers<M extends MethodName>(
  page: Page,
  method: M,
  change: (value: MethodOutput<M>) => MethodOutput<M>,
): Promise<void> {
  await page.route(`**/call/${method}`, async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    const answer = (await response.json()) as Result<MethodOutput<M>>
    await route.fulfill({ response, json: answer.ok ? { ok: true, value: change(answer.value) } : answer })
  })
}

/** Answers all calls of a method with this value, until `page.unroute`. */
const answerWith = <M extends MethodName>(page: Page, method: M, value: MethodOutput<M>): Promise<unknown> =>
  page.route(`**/call/${method}`, (route) => route.fulfill({ json: { ok: true, value } }))

/** Lets the next call of a method fail with this message. */
export async function refuseNext(page: Page, method: MethodName, message: string): Promise<void> {
  const json = { ok: false, error: { kind: 'disk-full', message } }
  await page.route(`**/call/${method}`, (route) => route.fulfill({ json }), { times: 1 })
}

/** The state of an upload with more duplicates than are deleted without a question. */
export const showDuplicates = (page: Page): Promise<void> =>
  changeAnswers(page, 'uploads.get', (upload) => ({ ...upload, duplicates: 25 }))

/** A PC that receives the entries of a team that it has joined, until `page.unroute`. */
export const showJoiningTeam = (page: Page): Promise<unknown> => {
  const member = { role: 'member', isThisPc: false, removed: false, lastActiveAt: null } as const
  return answerWith(page, 'team.status', {
    state: 'member',
    team: {
      id: 't',
      name: 'City Motors',
      address: 'db:5432/team',
      role: 'member',
      members: [
        { ...member, device: 'a', name: 'Front desk', role: 'owner' },
        { ...member, device: 'b', name: 'Workshop', isThisPc: true },
      ],
      isPractice: false,
    },
    age: { syncedAt: null, waiting: 0, newer: 0, refused: 0 },
    failure: null,
    retryAt: null,
    progress: { done: 12_000, total: 480_000, secondsLeft: 65 },
    joining: { losesWork: false },
  })
}

/** A customer list with two records that could not be read. */
export async function showUnreadableCustomers(page: Page): Promise<void> {
  const records = [{ raw: 'null' }, { raw: '{\n  "rego": "ABC123",\n  "client_name": "Ana Nguyen"\n}' }]
  await changeAnswers(page, 'customers.status', (status) => ({ ...status, unreadable: records.length }))
  await changeAnswers(page, 'customers.unreadable', () => ({ records }))
}
