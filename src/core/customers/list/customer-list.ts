import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerFilter, CustomerSort } from '../../../contract/customers.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { addDays } from '../../../contract/calendar-date.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import { fieldText, normaliseForSearch, searchTerms } from '../cache/search-text.ts'

export interface ListOrder {
  readonly sort: CustomerSort
  readonly descending: boolean
}

/** A condition of SQL on the table `customer`, and its parameters. */
export interface Condition {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Finds customers in the copy. */
export interface CustomerList {
  /** How many there are, and one page of them by their number in the copy. */
  page(
    scope: ConnectionRegion,
    filter: CustomerFilter,
    order: ListOrder,
    range: { readonly offset: number; readonly limit: number },
    today: string,
  ): { readonly total: number; readonly numbers: readonly number[] }
  /** The ids of all of them, in no order; `today` is YYYY-MM-DD on this PC. */
  ids(scope: ConnectionRegion, filter: CustomerFilter, today: string): readonly string[]
  /** All of them, in order. */
  numbers(scope: ConnectionRegion, filter: CustomerFilter, order: ListOrder, today: string): readonly number[]
  /** The copy or a journal is other than before: what was found last is kept only till then, for the next pages of it. */
  changed(): void
}

/** Each sort with the index that serves it: its entries are read in order, and records are fetched for one page only. */
const sorts: Readonly<Record<CustomerSort, { readonly column: string; readonly index: string }>> = {
  clientName: { column: 'client_name COLLATE NOCASE', index: 'customer_client_name' },
  rego: { column: 'rego', index: 'customer_rego' },
  state: { column: 'state', index: 'customer_state' },
  vin: { column: 'vin', index: 'customer_vin' },
  mobileNumber: { column: 'mobile_number', index: 'customer_mobile_number' },
  vehicleTitle: { column: 'vehicle_title COLLATE NOCASE', index: 'customer_vehicle_title' },
  saleDate: { column: 'sale_date', index: 'customer_sale_date' },
  expiryDate: { column: 'expiry_date', index: 'customer_expiry_date' },
  lastSighting: { column: 'last_sighting', index: 'customer_last_sighting' },
  lastUpdated: { column: 'last_updated', index: 'customer_last_updated' },
}

const ours = 'connection_id = ? AND region = ?'

/** The records that meet a condition of its own: how their numbers are found, or the numbers, where they had to be found already. */
type Selection = Condition | { readonly numbers: readonly number[] }

/** Records that hold a text are looked into one by one up to so many; beyond, it is quicker to look into all. */
const fewCandidates = 20_000

export function createCustomerList(database: Database, indexes: CustomerIndexes): CustomerList {
  let last: { readonly asked: string; readonly numbers: readonly number[] } | null = null
  let lastOrder: { readonly asked: string; readonly numbers: readonly number[] } | null = null

  /** In one piece: a row each would take longer than finding them. */
  const numbersOf = (selection: Selection): readonly number[] => {
    if ('numbers' in selection) return selection.numbers
    const { sql, params } = selection
    const found = database.get<{ numbers: string }>(`SELECT json_group_array(number) AS numbers FROM (${sql})`, params)
    return JSON.parse(found?.numbers ?? '[]') as number[]
  }

  /** Selects the records whose search text holds a plain term. Too short for the index of three letters each: read through the texts alone. */
  const withText = (scope: ConnectionRegion, term: string): Condition =>
    isIndexed(term)
      ? { sql: 'SELECT rowid AS number FROM customer_search WHERE customer_search MATCH ?', params: [`"${term}"`] }
      : {
          sql: `SELECT number FROM customer ${indexes.by('customer_text')} WHERE ${ours} AND instr(search, ?) > 0`,
          params: [scope.connectionId, scope.region, term],
        }
  const countUpTo = (most: number, { sql, params }: Condition): number =>
    database.get<{ rows: number }>(`SELECT count(*) AS rows FROM (${sql} LIMIT ${most})`, params)?.rows ?? 0
  const isIndexed = (term: string): boolean => [...term].length >= 3 && !indexes.areAway()

  /** Selects the records that hold a text in an additional field. */
  const withField = (scope: ConnectionRegion, name: string, contains: string): Selection => {
    const plain = normaliseForSearch(contains)
    const text = withText(scope, plain)
    const isFew = isIndexed(plain) && countUpTo(fewCandidates + 1, text) <= fewCandidates
    const among = isFew ? ` AND number IN (${text.sql})` : ''
    // A name that a JSON path cannot hold is looked for among the names.
    const isPlainName = !/["\\\p{Cc}]/u.test(name)
    const value = isPlainName
      ? 'additional_fields -> ?'
      : '(SELECT f.value FROM json_each(additional_fields) f WHERE f.key = ?)'
    const found = database.get<{ numbers: string; fields: string }>(
      `SELECT json_group_array(number) AS numbers, json_group_array(${value}) AS fields
       FROM customer ${indexes.by('customer_fields')} WHERE ${ours} AND ${hasField}${among}`,
      [isPlainName ? `$."${name}"` : name, scope.connectionId, scope.region, name, ...(isFew ? text.params : [])],
    )
    const numbers = JSON.parse(found?.numbers ?? '[]') as number[]
    const fields = JSON.parse(found?.fields ?? '[]') as unknown[]
    const wanted = contains.trim()
    const holds = (field: string): boolean =>
      plain === '' ? field.includes(wanted) : normaliseForSearch(field).includes(plain)
    return { numbers: numbers.filter((_, index) => holds(fieldText(fields[index]))) }
  }

  /** What a filter asks for, each as a selection of its own from a narrow index: the records themselves are wide, and are not read for it. */
  const selections = (scope: ConnectionRegion, filter: CustomerFilter, today: string): Selection[] => {
    const here = [scope.connectionId, scope.region]
    const all: Selection[] = []
    const among = (index: string, sql: string, ...more: readonly SqlValue[]): void => {
      const params = [...here, ...more]
      all.push({ sql: `SELECT number FROM customer ${indexes.by(index)} WHERE ${ours} AND ${sql}`, params })
    }

    for (const term of searchTerms(filter.search)) all.push(withText(scope, term))
    if (filter.states.length > 0) {
      among('customer_state', 'state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states))
    }
    if (filter.sighting === 'seen') among('customer_last_sighting', 'last_sighting IS NOT NULL')
    if (filter.sighting === 'never') among('customer_last_sighting', 'last_sighting IS NULL')
    if (filter.expiresWithinDays !== null) {
      const latest = addDays(today, filter.expiresWithinDays)
      among('customer_expiry_date', 'expiry_date IS NOT NULL AND expiry_date <= ?', latest)
    }
    if (filter.missingVin) among('customer_vin', `(vin IS NULL OR vin = '')`)
    if (filter.uploadId !== null) {
      // Rows that were sent without references are known by the customers that they became.
      all.push({
        sql: `SELECT number FROM customer ${indexes.by('customer_upload')} WHERE ${ours} AND upload_id = ?
           UNION SELECT c.number FROM upload u JOIN upload_row r ON r.upload_id = u.id
             JOIN customer c ON c.connection_id = ? AND c.region = ? AND c.id = r.customer_id
             WHERE u.id = ? AND u.reference_key IS NULL AND r.customer_id IS NOT NULL`,
        params: [...here, filter.uploadId, ...here, filter.uploadId],
      })
    }
    for (const { name, contains } of filter.fields) {
      if (contains.trim() === '') among('customer_fields', hasField, name)
      else all.push(withField(scope, name, contains))
    }
    if (filter.unsettled) {
      const journals = `SELECT customer_id FROM customer_edit WHERE ${ours}
        UNION SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${ours} AND pending = 1
        UNION SELECT customer_id FROM bin INDEXED BY bin_failed WHERE ${ours} AND pending = 2`
      among('sqlite_autoindex_customer_1', `id IN (${journals})`, ...here, ...here, ...here)
    }
    return all
  }

  const ordered = ({ sort, descending }: ListOrder): string => {
    const { column } = sorts[sort]
    return descending ? `${column} DESC, number DESC` : `${column} ASC NULLS LAST, number ASC`
  }

  /** All records in an order. Kept, for the next thing that she types is most often asked for in the same. */
  const inOrder = (scope: ConnectionRegion, order: ListOrder): readonly number[] => {
    const asked = JSON.stringify([scope, order])
    if (lastOrder?.asked !== asked) {
      const from = `FROM customer ${indexes.by(sorts[order.sort].index)} WHERE ${ours}`
      const numbers = numbersOf({
        sql: `SELECT number ${from} ORDER BY ${ordered(order)}`,
        params: [scope.connectionId, scope.region],
      })
      lastOrder = { asked, numbers }
    }
    return lastOrder.numbers
  }

  return {
    ids(scope, filter, today) {
      const all = selections(scope, filter, today).map((each) =>
        'numbers' in each ? { sql: 'SELECT value FROM json_each(?)', params: [JSON.stringify(each.numbers)] } : each,
      )
      const found = [ours, ...all.map(({ sql }) => `number IN (${sql})`)].join(' AND ')
      const params = [scope.connectionId, scope.region, ...all.flatMap((each) => each.params)]
      return database.all<{ id: string }>(`SELECT id FROM customer WHERE ${found}`, params).map(({ id }) => id)
    },
    page(scope, filter, order, { offset, limit }, today) {
      if (!isEverything(filter)) {
        const all = this.numbers(scope, filter, order, today)
        return { total: all.length, numbers: all.slice(offset, offset + limit) }
      }
      const params = [scope.connectionId, scope.region]
      const from = `FROM customer ${indexes.by(sorts[order.sort].index)} WHERE ${ours}`
      const total = database.get<{ rows: number }>(`SELECT count(*) AS rows ${from}`, params)?.rows ?? 0
      const numbers = database
        .all<{ number: number }>(`SELECT number ${from} ORDER BY ${ordered(order)} LIMIT ? OFFSET ?`, [
          ...params,
          limit,
          offset,
        ])
        .map(({ number }) => number)
      return { total, numbers }
    },
    numbers(scope, filter, order, today) {
      const asked = JSON.stringify([scope, filter, order, today])
      if (last?.asked === asked) return last.numbers
      // Brought together here: to look 100,000 numbers up takes the database several times as long.
      const found = selections(scope, filter, today).map((each) => new Set(numbersOf(each)))
      const numbers = inOrder(scope, order).filter((number) => found.every((each) => each.has(number)))
      last = { asked, numbers }
      return numbers
    },
    changed() {
      last = null
      lastOrder = null
    },
  }
}

function isEverything(filter: CustomerFilter): boolean {
  return (
    filter.search.trim() === '' &&
    filter.states.length === 0 &&
    filter.sighting === 'any' &&
    filter.expiresWithinDays === null &&
    filter.uploadId === null &&
    !filter.missingVin &&
    filter.fields.length === 0 &&
    !filter.unsettled
  )
}

const hasField = `field_set IN (SELECT s.id FROM customer_field_set s, json_each(s.names) n WHERE n.value = ?)`
