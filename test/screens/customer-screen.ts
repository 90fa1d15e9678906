import type { Locator, Page } from 'playwright-core'
import type { Customer, EditableField } from '../../src/contract/customer-record.ts'
import type { SavedView } from '../../src/contract/customer-views.ts'
import type { MethodOutput } from '../../src/contract/methods.ts'
import { failure, type Result, success } from '../../src/contract/result.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'
import { answerCustomers, customersStatus } from './standard-answers.ts'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Customers "Customer 00", "Customer 01" and so on, in South Australia and Victoria. */
export const numberedCustomers = (count: number): Customer[] =>
  Array.from({ length: count }, (_, at) =>
    customer(`customer-${at}`, {
      clientName: `Customer ${twoDigits(at)}`,
      rego: `S${100 + at}ABC`,
      state: at % 2 === 0 ? 'SA' : 'VIC',
      vin: null,
      saleDate: `2023-05-0${(at % 9) + 1}`,
      additionalFields: { Salesperson: at % 4 === 0 ? 'Kim' : 'Jo', Notes: '=1+1' },
    }),
  )

type Step = ReadonlyMap<string, Customer>

/**
 * Answers with these customers, and keeps what is changed: an edit is saved at once (31/2/2023 is refused), and steps are undone and redone. Of a filter, only
 * the search is applied: to name and rego.
 */
function answerCustomerList(host: HostTwin, customers: readonly Customer[]): void {
  answerCustomers(host, customers)
  const known = new Map(customers.map((each) => [each.id, each]))
  const undo: { readonly words: string; readonly before: Step }[] = []
  const redo: { readonly words: string; readonly after: Step }[] = []

  const announce = (): void => host.announce({ name: 'customers.changed' })
  const find = (id: string): Result<Customer> => {
    const found = known.get(id)
    return found ? success(found) : failure({ kind: 'not-found', message: 'This customer is no longer in the list.' })
  }
  function change(words: string, changes: Readonly<Record<string, Partial<Customer> | null>>): void {
    undo.push({ words, before: new Map(known) })
    redo.length = 0
    for (const [id, fields] of Object.entries(changes)) {
      const before = known.get(id)
      if (before && fields) known.set(id, { ...before, ...fields })
      else known.delete(id)
    }
    announce()
  }
  /** Puts the customers back as they were, in the same order. */
  function restore(step: Step): void {
    known.clear()
    for (const [id, each] of step) known.set(id, each)
    announce()
  }
  const matches = (text: string, { clientName, rego }: Customer): boolean =>
    `${clientName} ${rego}`.toLowerCase().includes(text.toLowerCase())

  host.answer('customers.status', () => success(customersStatus({ total: known.size })))
  host.answer('customers.list', ({ search = '', offset, limit }) => {
    const found = [...known.values()].filter((each) => matches(search, each))
    return success({ total: found.length, customers: found.slice(offset, offset + limit) })
  })
  host.answer('customers.get', ({ id }) => find(id))
  host.answer('customers.edit', ({ id, field, value }) => {
    if (field === 'saleDate' && value === '31/2/2023')
      return failure({ kind: 'invalid-input', message: 'There is no such day.' })
    change('1 cell changed.', { [id]: { [field]: value === '' ? null : value } })
    return find(id)
  })
  const cellsOf = (rows: readonly { id: string; texts: Partial<Record<EditableField, string>> }[]) =>
    rows.flatMap(({ id, texts }) =>
      Object.entries(texts).map(([field, text]) => ({ id, field: field as EditableField, text })),
    )
  host.answer('customers.previewCells', ({ rows }) =>
    success({
      changed: cellsOf(rows).map(({ id, field, text }) => ({
        id,
        field,
        before: known.get(id)?.[field] ?? null,
        after: text === '' ? null : text,
      })),
      unchanged: 0,
      refused: [],
      forbidden: 0,
    }),
  )
  host.answer('customers.changeCells', ({ rows, kind }) => {
    const cells = cellsOf(rows)
    const words = { paste: 'pasted', 'fill-down': 'filled down', clear: 'cleared' }[kind]
    const changes = rows.map(({ id, texts }) => [
      id,
      Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text === '' ? null : text])),
    ])
    change(`${cells.length} cells ${words}.`, Object.fromEntries(changes) as Record<string, Partial<Customer>>)
    return success({ changed: cells.length, unchanged: 0, refused: [] })
  })
  host.answer('customers.nextUndo', () =>
    success({ customers: undo.length > 0 ? 1 : 0, step: null, redo: redo.length > 0 ? 1 : 0 }),
  )
  host.answer('customers.undo', () => {
    const step = undo.pop()
    if (!step) return success({ undone: null })
    redo.push({ words: step.words, after: new Map(known) })
    restore(step.before)
    return success({ undone: `Undone: ${step.words}` })
  })
  host.answer('customers.redo', () => {
    const step = redo.pop()
    if (!step) return success({ redone: null })
    undo.push({ words: step.words, before: new Map(known) })
    restore(step.after)
    return success({ redone: `Redone: ${step.words}` })
  })
  host.answer('customers.delete', ({ selection }) => {
    const ids = selection.by === 'ids' ? selection.ids : [...known.keys()]
    change(`${ids.length} customer deleted.`, Object.fromEntries(ids.map((id) => [id, null])))
    return success({ deleting: ids.length })
  })
  host.answer('customers.setDoNotContact', ({ id, doNotContact }) => {
    const mobileNumber = doNotContact ? null : (customers.find((each) => each.id === id)?.mobileNumber ?? null)
    const hiddenNumbers = doNotContact ? ['mobileNumber'] : []
    change('contact changed.', { [id]: { doNotContact, mobileNumber, hiddenNumbers } })
    return find(id)
  })
  let views: MethodOutput<'customers.views'> = { views: [], columns: null }
  host.answer('customers.views', () => success(views))
  host.answer('customers.setColumns', ({ columns }) => {
    views = { ...views, columns }
    return success({})
  })
  host.answer('customers.saveView', (view) => {
    const saved = { ...view, id: view.id ?? `view-${views.views.length + 1}` } as SavedView
    views = { ...views, views: [...views.views.filter(({ id }) => id !== saved.id), saved] }
    return success(saved)
  })
  host.answer('customers.removeView', ({ id }) => {
    views = { ...views, views: views.views.filter((view) => view.id !== id) }
    return success({})
  })
  host.answer('sightings.history', () => success({ entries: [], attempts: [] }))
}

export interface CustomersScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly grid: Locator
}

interface CustomersOptions extends StageOptions {
  readonly address?: string
  readonly customers?: readonly Customer[]
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin) => void
}

/** Opens the list of customers, twelve unless others are given. */
export async function openCustomers({
  address = '/customers',
  customers = numberedCustomers(12),
  prepare,
  ...options
}: CustomersOptions = {}): Promise<CustomersScreen> {
  const host = createPracticeHost()
  answerCustomerList(host, customers)
  prepare?.(host)
  const page = await openWindow(address, host, options)
  const grid = page.getByRole('grid', { name: 'Customers' })
  if (customers.length > 0) await grid.getByRole('gridcell').first().waitFor()
  return { host, page, grid }
}

export const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
