import type { Locator, Page } from 'playwright-core'
import { startPracticeService } from '../../src/simulator/service.ts'
import { type Harness, openForecourt } from './harness.ts'
import { password } from './steps.ts'

type Service = Awaited<ReturnType<typeof startPracticeService>>

const headers = (service: Service): Record<string, string> => ({
  ApiKey: service.apiKey,
  'Content-Type': 'application/json',
})

/** Customers that another program of the same account has uploaded. */
async function seed(service: Service): Promise<void> {
  const customers = Array.from({ length: 40 }, (_, at) => ({
    rego: `S${100 + at}ABC`,
    state: at % 2 === 0 ? 'SA' : 'VIC',
    client_name: `Customer ${String(at).padStart(2, '0')}`,
    mobile_number: '0491570006',
    sale_date: '2023-05-0' + String((at % 9) + 1),
    ...(at < 10 ? { expiry_date: '2027-06-30' } : {}),
    additional_fields: { Salesperson: at % 4 === 0 ? 'Kim' : 'Jo', Notes: '=1+1' },
  }))
  const answer = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: headers(service),
    body: JSON.stringify({ name: 'Earlier', enable_rego_lookups: false, customers }),
  })
  if (!answer.ok) throw new Error(`The service refused the customers: ${answer.status}`)
  await service.control.waitUntil('the queue is empty', () => service.control.queuedCustomers() === 0 || undefined)
}

/** Changes a record at the service, as a colleague on another PC would. */
export async function changeElsewhere(service: Service, id: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${service.url}/v2/recapture/customers/${id}?region=au`, {
    method: 'PATCH',
    headers: headers(service),
    body: JSON.stringify(fields),
  })
  if (!answer.ok) throw new Error(`The service refused the change: ${answer.status} ${await answer.text()}`)
}

/** The record ID of a customer at the service. */
export async function idOf(service: Service, rego: string): Promise<string> {
  const answer = await fetch(`${service.url}/v2/recapture/customers?region=au&limit=500`, { headers: headers(service) })
  const { customers } = (await answer.json()) as { customers: readonly { id: string; rego: string }[] }
  const found = customers.find((customer) => customer.rego === rego)
  if (!found) throw new Error(`The service has no ${rego}.`)
  return found.id
}

export interface CustomersWindow {
  readonly service: Service
  readonly forecourt: Harness
  readonly page: Page
  readonly grid: Locator
}

export async function openCustomers(
  options: { customers?: boolean; scrollBars?: boolean } = {},
): Promise<CustomersWindow> {
  const service = await startPracticeService({
    customersPerSecond: Number.POSITIVE_INFINITY,
    owners: options.customers === false ? 0 : 30,
  })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
  if (options.customers !== false) await seed(service)
  const { scrollBars = false } = options
  const forecourt = await openForecourt({
    scrollBars,
    // `connect.test.ts` does it on the screens.
    async before(ask) {
      await ask('storage.setPassword', { password })
      const credentials = { scheme: 'api-key', apiKey: service.apiKey } as const
      await ask('connections.connect', { baseUrl: service.url, region: 'au', credentials })
      return '/customers'
    },
  })
  const { page } = forecourt
  return { service, forecourt, page, grid: page.getByRole('grid', { name: 'Customers' }) }
}

/** `opened`: undefined when its opening failed. */
export async function closeCustomers(opened: CustomersWindow | undefined): Promise<void> {
  await opened?.forecourt.close()
  await opened?.service.stop()
}

/** The cell of a customer in a column. */
export async function cellOf(grid: Locator, name: string, heading: string): Promise<Locator> {
  const headings = await grid.getByRole('columnheader').allInnerTexts()
  const at = headings.findIndex((text) => text.trim() === heading)
  return grid.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(at)
}

export const find = async (page: Page, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Search customers' }).fill(text)

export async function retype(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export const panel = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

/** Opens what the list options have. */
export async function openListOption(page: Page, option: 'Columns' | 'Export'): Promise<Locator> {
  await page.getByRole('button', { name: 'List options' }).click()
  await panel(page, 'List options')
    .getByRole('button', { name: new RegExp(`^${option}`) })
    .click()
  return panel(page, option)
}

/** Shows a column that is hidden at first. */
export async function showColumn(page: Page, title: string): Promise<void> {
  const columns = await openListOption(page, 'Columns')
  await columns.getByRole('checkbox', { name: title, exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: title, exact: true }).waitFor()
}
