import { User } from '@lucide/vue'
import type { CustomerSuggestion } from '../../../contract/customer-suggestion.ts'
import { rowKey } from '../../../contract/source-key.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { success } from '../../../contract/result.ts'
import type { PaletteSource, ScoredItem } from '../../app/palette/palette-source.ts'
import { score } from '../../app/palette/rank.ts'
import { formatMobile, formatPlate } from '../../ui/format.ts'
import { customersPaletteText as text } from './customers-palette-text.ts'

const mostShown = 6

/** Names and regos that begin with the text are what the user means more often than a command with such a word. */
const scores: Readonly<Record<CustomerSuggestion['fit'], number>> = {
  exact: score.exact + 1,
  start: score.start - 1,
  word: score.words - 1,
  within: score.within - 1,
}

function noteOf({
  clientName,
  rego,
  state,
  vehicleTitle,
  mobileNumber,
  doNotContact,
  source,
}: CustomerSuggestion): string {
  const plate = formatPlate(rego, source?.region)
  const from = source && `${source.name}, ${regionNames[source.region]}`
  const car = [plate && clientName ? [plate, state].filter(Boolean).join(' ') : null, vehicleTitle]
  return [...car, doNotContact ? null : formatMobile(mobileNumber, source?.region), from].filter(Boolean).join(' · ')
}

/** Customers by name, rego, VIN or mobile number. */
export const customersPalette: PaletteSource = {
  title: text.title,
  async find(typed, { client, router, openIn }) {
    const result = await client.read('customers.suggest', { text: typed, limit: mostShown })
    if (!result.ok) return result
    const { customers, total } = result.value
    const items = customers.map((customer): ScoredItem => ({
      key: rowKey(customer.id, customer.source),
      label: customer.clientName ?? (formatPlate(customer.rego, customer.source?.region) || text.nameless),
      note: noteOf(customer),
      icon: User,
      ...(customer.doNotContact ? { tag: { text: text.doNotContact, tone: 'warning' as const } } : {}),
      score: scores[customer.fit],
      run: () => void openIn(customer.source, { name: 'customer', params: { id: customer.id } }),
    }))
    if (total <= items.length) return success(items)
    // The screen of customers shows one connection, and `total` counts all of them.
    const isOfSeveral = customers.some(({ source }) => source !== undefined)
    const all: ScoredItem = {
      key: 'all',
      label: isOfSeveral ? text.allHere(typed) : text.all(total, typed),
      score: 0,
      run: () => void router.push({ name: 'customers', query: { search: typed } }),
    }
    return success([...items, all])
  },
}
