import type { Source } from '../../contract/connection-region.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { currentMobile } from '../customers/contact/hidden-numbers.ts'
import type { Customers } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { phoneOf, type CallListQuery } from './call-list-query.ts'
import type { CallListCar } from './call-list.ts'
import type { CallReminders } from './call-reminders.ts'
import { createCallRules } from './call-rules.ts'
import type { SavedValues } from '../database/settings.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import { callTimes, instantOnThisPc } from './call-times.ts'
import type { ContactAttempts } from './contact-attempts.ts'
import { mergeValues } from './merge-values.ts'
import type { MessageSenders } from './message-sender.ts'
import { createMessageTemplates } from './message-templates.ts'
import { findOtherCars } from './other-cars.ts'
import { holidaysOf } from './public-holidays.ts'
import { sightingFailures } from './sightings-text.ts'
import { type DateFormat } from '../../contract/calendar-date.ts'

export interface ContactHandlerParts {
  readonly clock: Clock
  readonly dateFormat: () => DateFormat
  readonly customers: Pick<Customers, 'find' | 'recordsOfPerson' | 'recordsOfPersons' | 'list'>
  readonly cars: Pick<CallListQuery, 'get'>
  readonly attempts: ContactAttempts
  readonly reminders: Pick<CallReminders, 'dueCalls' | 'take'>
  readonly senders: MessageSenders
  readonly database: Database
  readonly callSettings: SavedValues<CallSettings>
  /** Who is working; null: nobody was picked. */
  currentName(): string | null
  /** The connection and region of a row, else those in use. */
  scopeOf(source: ConnectionRegion | undefined): Promise<ConnectionRegion>
  /** What the list shows. */
  updatedSources(): Promise<readonly Source[]>
  requireCar(scope: ConnectionRegion, customerId: string): CallListCar
  announce(customerId: string | null): void
}

const mostNames = 10

/** The methods about planned calls, messages and attempts. */
export function createContactHandlers(parts: ContactHandlerParts) {
  const { clock, dateFormat, customers, cars, attempts, reminders, senders, callSettings } = parts
  const templates = createMessageTemplates(parts.database)
  const { scopeOf, updatedSources, requireCar, announce } = parts

  /** Also one whose car was not seen for sale. */
  const requireCustomer = (scope: ConnectionRegion, customerId: string): Customer =>
    customers.find(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)

  return {
    async callTimes({ customerId, source, date, time }) {
      const scope = await scopeOf(source)
      const customer = requireCustomer(scope, customerId)
      const place = { state: customer.state, region: scope.region }
      return {
        ...callTimes(
          clock.now(),
          place,
          instantOnThisPc(date, time),
          createCallRules(callSettings.get()),
          dateFormat(),
        ),
        phone: customer.doNotContact ? null : phoneOf(currentMobile(customer), scope.region),
      }
    },

    callSettings: async () => callSettings.get(),

    async setCallSettings(changes) {
      const saved = callSettings.set(changes)
      announce(null)
      return saved
    },

    holidays: async ({ region, state, year }) => ({ holidays: holidaysOf(callSettings.get(), region, state, year) }),

    dueCalls: async () => ({ calls: reminders.dueCalls(await updatedSources()) }),
    takeReminders: async () => ({ calls: reminders.take(await updatedSources()) }),

    async otherCars({ customerId, source }, signal) {
      const scope = await scopeOf(source)
      const { customer } = requireCar(scope, customerId)
      const isListed = (id: string): boolean => cars.get(scope, id) !== null
      return { cars: await findOtherCars(customers, scope, customer, isListed, signal) }
    },

    async sharedNumbers({ cars: marked }) {
      const byScope = Map.groupBy(marked, ({ source }) => (source ? scopeKey(source) : ''))
      const others: { readonly name: string | null; readonly isListed: boolean }[] = []
      for (const ofScope of byScope.values()) {
        const scope = await scopeOf(ofScope[0]?.source)
        const given = ofScope.flatMap(({ customerId }) => customers.find(scope, customerId) ?? [])
        const ids = new Set(given.map(({ id }) => id))
        for (const { id, clientName } of await customers.recordsOfPersons(scope, given)) {
          if (!ids.has(id)) others.push({ name: clientName, isListed: cars.get(scope, id) !== null })
        }
      }
      return {
        customers: others.length,
        calls: others.filter(({ isListed }) => isListed).length,
        names: [...new Set(others.flatMap(({ name }) => name ?? []))].slice(0, mostNames),
      }
    },

    async logAttempt({ customerId, source, attemptId, channel, template, reason }) {
      const scope = await scopeOf(source)
      if (requireCustomer(scope, customerId).doNotContact) {
        fail('conflict', ...(channel === 'call' ? sightingFailures.doNotContact : sightingFailures.noMessages))
      }
      const at = clock.now().toISOString()
      attempts.add(scope, customerId, { id: attemptId, at, channel, template, reason: reason.trim() })
      announce(customerId)
      return {}
    },

    async removeAttempt({ attemptId, source }) {
      attempts.remove(await scopeOf(source), attemptId)
      announce(null)
      return {}
    },

    templates: async () => templates.get(),

    async mergeValues({ customerId, source }) {
      const scope = await scopeOf(source)
      const car = requireCar(scope, customerId)
      const sender = senders.get(scope.connectionId)
      const salesperson = parts.currentName() ?? sender.salesperson
      return { values: mergeValues(car, { ...sender, salesperson }, clock.now(), scope.region) }
    },

    async saveTemplate(template) {
      const savedId = templates.save(template)
      return { ...templates.get(), savedId }
    },

    async deleteTemplate({ id }) {
      templates.remove(id)
      return templates.get()
    },

    async restoreTemplates() {
      templates.restore()
      return templates.get()
    },

    async setSender({ source, ...changes }) {
      senders.set((await scopeOf(source)).connectionId, changes)
      return {}
    },
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}
