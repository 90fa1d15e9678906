import type { Locator, Page } from 'playwright-core'
import type { CallNote } from '../../src/contract/call-note.ts'
import type { ContactAttempt } from '../../src/contract/contact-attempt.ts'
import { failure, type Result, success } from '../../src/contract/result.ts'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { groupsOf, listOf, sightedCar, summary } from '../unit/renderer/features/sightings/sample-car.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'

/** Cars of the call list, by the names of their owners. */
export const carsOf = (...names: readonly string[]): SightedCar[] =>
  names.map((clientName, at) => sightedCar(`car-${at}`, { customer: customer(`car-${at}`, { clientName }) }))

/** Answers with these cars, and keeps what is recorded of them. `entries`: earlier notes of each car, newest first. */
export function answerCalls(
  host: HostTwin,
  cars: readonly SightedCar[],
  entries: Readonly<Record<string, readonly CallNote[]>> = {},
): void {
  const known = new Map(cars.map((car) => [car.customer.id, car]))
  const notes = new Map(Object.entries(entries))
  const attempts = new Map<string, ContactAttempt[]>()
  const person = { id: 'jo', name: 'Jo Taylor' }
  const notFound = failure({ kind: 'not-found', message: 'This car is no longer in the list.' })
  const found = (id: string): Result<SightedCar> => {
    const car = known.get(id)
    return car ? success(car) : notFound
  }
  const numbers = summary({ groups: groupsOf(cars) })
  host.answer('sightings.visit', () => success(numbers))
  host.answer('sightings.summary', () => success(numbers))
  host.answer('sightings.list', ({ offset, limit }) =>
    success(listOf([...known.values()].slice(offset, offset + limit), [...known.values()])),
  )
  host.answer('sightings.cars', ({ customerIds = [] }) =>
    success({ cars: customerIds.flatMap((id) => known.get(id) ?? []) }),
  )
  host.answer('sightings.get', ({ customerId }) => {
    const car = found(customerId)
    if (!car.ok) return car
    return success({
      car: car.value,
      entries: [...(notes.get(customerId) ?? [])],
      attempts: attempts.get(customerId) ?? [],
    })
  })
  host.answer('sightings.record', ({ customerId, note = '', nextAction = '', ...given }) => {
    const car = known.get(customerId)
    if (!car) return notFound
    const { outcome, nextDate = null, nextTime = null, amount = null } = given
    const earlier = notes.get(customerId) ?? []
    const id = `${customerId}-note-${earlier.length + 1}`
    const callNote = {
      id,
      at: '2026-11-19T23:35:00Z',
      outcome,
      note,
      nextAction,
      nextDate,
      nextTime,
      amount,
      person,
    }
    notes.set(customerId, [callNote, ...earlier])
    known.set(customerId, { ...car, callNote, outcome })
    host.announce({ name: 'sightings.changed' })
    return found(customerId)
  })
  host.answer('sightings.undoRecord', ({ customerId }) => {
    const car = known.get(customerId)
    const [, ...earlier] = notes.get(customerId) ?? []
    if (!car) return notFound
    notes.set(customerId, earlier)
    known.set(customerId, { ...car, callNote: earlier[0] ?? null, outcome: earlier[0]?.outcome ?? 'new' })
    host.announce({ name: 'sightings.changed' })
    return found(customerId)
  })
  host.answer('sightings.logAttempt', ({ customerId, attemptId, channel, template = null, reason = '' }) => {
    const attempt = { id: attemptId, at: '2026-11-19T23:35:00Z', channel, template, reason, person }
    attempts.set(customerId, [attempt, ...(attempts.get(customerId) ?? [])])
    host.announce({ name: 'sightings.changed' })
    return success({})
  })
  host.answer('app.openLink', ({ url }) => success({ address: url, result: 'opened' }))
}

/** The call list with its card. */
export interface CallScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly list: Locator
  readonly rows: Locator
  readonly card: Locator
  readonly outcomes: Locator
  /** Answers the questions on the card, one after the other. */
  answer(...answers: readonly string[]): Promise<void>
  /** Opens the menu of the card, and chooses from it. */
  chooseFromMenu(name: string | RegExp): Promise<void>
  /** Opens the list options, or the page of them that this item leads to. */
  openListMenu(item?: string): Promise<Locator>
  selectRow(index: number): Promise<void>
}

interface CallScreenOptions extends StageOptions {
  readonly cars?: readonly SightedCar[]
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin) => void
}

/** Opens the call list with the card of the first car. */
export async function openCalls({
  cars = carsOf('Priya Raman', 'Liam Campbell', 'Wei Singh'),
  prepare,
  ...options
}: CallScreenOptions = {}): Promise<CallScreen> {
  const host = createPracticeHost()
  answerCalls(host, cars)
  prepare?.(host)
  const page = await openWindow('/sightings', host, { viewport: { width: 1280, height: 800 }, ...options })
  const list = page.getByRole('tree', { name: 'Call list' })
  const rows = list.locator('[role=treeitem][aria-level="2"]')
  const card = page.getByRole('article')
  await rows.first().waitFor()
  return {
    host,
    page,
    list,
    rows,
    card,
    outcomes: page.getByRole('group', { name: 'Outcome' }),
    async answer(...answers) {
      for (const name of answers)
        await page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name, exact: true }).click()
    },
    async chooseFromMenu(name) {
      await card.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menu').getByRole('menuitem', { name }).click()
    },
    async openListMenu(item) {
      await page.getByRole('button', { name: 'List options' }).click()
      const menu = page.getByRole('dialog', { name: 'List options' })
      if (item === undefined) return menu
      await menu.getByRole('button', { name: item }).click()
      return page.getByRole('dialog')
    },
    async selectRow(index) {
      await rows.nth(index).click()
      await card.getByRole('heading', { level: 2, name: cars[index]?.customer.clientName ?? '' }).waitFor()
    },
  }
}
