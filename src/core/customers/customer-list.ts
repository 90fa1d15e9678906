import type { CustomerFilter, CustomerSort } from '../../contract/customers.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { addDays } from '../import/cells/civil-date.ts'
import type { CopyOf } from './customer-columns.ts'
import type { CustomerIndexes } from './customer-indexes.ts'
import { fieldText, plainForSearch, searchTerms } from './search-text.ts'

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
  /** What a filter asks for; `today` is YYYY-MM-DD on this PC. */
  condition(of: CopyOf, filter: CustomerFilter, today: string): Condition
  /** How many there are, and one page of them by their number in the copy. */
  page(
    of: CopyOf,
    filter: CustomerFilter,
    order: ListOrder,
    range: { readonly offset: number; readonly limit: number },
    today: string,
  ): { readonly total: number; readonly numbers: readonly number[] }
  /** All of them, in order. */
  numbers(of: CopyOf, filter: CustomerFilter, order: ListOrder, today: string): readonly number[]
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

export function createCustomerList(database: Database, indexes: CustomerIndexes): CustomerList {
  let last: { readonly asked: string; readonly numbers: readonly number[] } | null = null
  /** Records whose search text holds a plain term. Too short for the index of three letters each: read through the texts alone, not the records. */
  const textCondition = (of: CopyOf, term: string): Condition =>
    [...term].length >= 3 && !indexes.areAway()
      ? {
          sql: 'number IN (SELECT rowid FROM customer_search WHERE customer_search MATCH ?)',
          params: [`"${term}"`],
        }
      : {
          sql: `number IN (SELECT number FROM customer ${indexes.by('customer_text')} WHERE ${ours} AND instr(search, ?) > 0)`,
          params: [of.connectionId, of.region, term],
        }

  /** Records that hold a text in an additional field: those whose search text holds it are looked into, and no others. */
  const withField = (of: CopyOf, name: string, contains: string): string => {
    const plain = plainForSearch(contains)
    const among = plain === '' ? { sql: '1', params: [] } : textCondition(of, plain)
    const candidates = database.each<{ number: number; value: string | null }>(
      `SELECT number, (SELECT f.value FROM json_each(additional_fields) f WHERE f.key = ?) AS value
       FROM customer ${indexes.by('customer_fields')} WHERE ${ours} AND ${hasField} AND ${among.sql}`,
      [name, of.connectionId, of.region, name, ...among.params],
    )
    const found: number[] = []
    const known = new Map<unknown, boolean>()
    for (const { number, value } of candidates) {
      const text = fieldText(value)
      let holds = known.get(text)
      if (holds === undefined) {
        holds = plain === '' ? text.includes(contains.trim()) : plainForSearch(text).includes(plain)
        known.set(text, holds)
      }
      if (holds) found.push(number)
    }
    return JSON.stringify(found)
  }

  const condition = (of: CopyOf, filter: CustomerFilter, today: string): Condition => {
    const here = [of.connectionId, of.region]
    const parts: string[] = []
    const params: SqlValue[] = []
    const add = (sql: string, ...more: readonly SqlValue[]): void => {
      parts.push(sql)
      params.push(...more)
    }
    // Each by its own narrow index: the records themselves are wide, and are not read for it.
    const among = (index: string, sql: string, ...more: readonly SqlValue[]): void =>
      add(`number IN (SELECT number FROM customer ${indexes.by(index)} WHERE ${ours} AND ${sql})`, ...here, ...more)

    for (const term of searchTerms(filter.search)) {
      const { sql, params: more } = textCondition(of, term)
      add(sql, ...more)
    }
    if (filter.states.length > 0) {
      among('customer_state', 'state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states))
    }
    if (filter.sighting === 'seen') among('customer_last_sighting', 'last_sighting IS NOT NULL')
    if (filter.sighting === 'never') among('customer_last_sighting', 'last_sighting IS NULL')
    if (filter.expiresWithinDays !== null) {
      const last = addDays(today, filter.expiresWithinDays)
      among('customer_expiry_date', 'expiry_date IS NOT NULL AND expiry_date <= ?', last)
    }
    if (filter.missingVin) among('customer_vin', `(vin IS NULL OR vin = '')`)
    if (filter.uploadId !== null) {
      // Rows that were sent without references are known by the customers that they became.
      add(
        `number IN (SELECT number FROM customer ${indexes.by('customer_upload')} WHERE ${ours} AND upload_id = ?
           UNION SELECT c.number FROM upload u JOIN upload_row r ON r.upload_id = u.id
             JOIN customer c ON c.connection_id = ? AND c.region = ? AND c.id = r.customer_id
             WHERE u.id = ? AND u.reference_key IS NULL AND r.customer_id IS NOT NULL)`,
        ...here,
        filter.uploadId,
        ...here,
        filter.uploadId,
      )
    }
    for (const { name, contains } of filter.fields) {
      if (contains.trim() === '') among('customer_fields', hasField, name)
      else add('number IN (SELECT value FROM json_each(?))', withField(of, name, contains))
    }
    if (filter.unsettled) {
      const journals = `SELECT customer_id FROM customer_edit WHERE ${ours}
        UNION SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${ours} AND pending = 1
        UNION SELECT customer_id FROM bin INDEXED BY bin_failed WHERE ${ours} AND pending = 2`
      among('sqlite_autoindex_customer_1', `id IN (${journals})`, ...here, ...here, ...here)
    }
    return { sql: [ours, ...parts].join(' AND '), params: [...here, ...params] }
  }

  const ordered = ({ sort, descending }: ListOrder): string => {
    const { column } = sorts[sort]
    return descending ? `${column} DESC, number DESC` : `${column} ASC NULLS LAST, number ASC`
  }

  return {
    condition,
    page(of, filter, order, { offset, limit }, today) {
      if (!isEverything(filter)) {
        const all = this.numbers(of, filter, order, today)
        return { total: all.length, numbers: all.slice(offset, offset + limit) }
      }
      const { sql, params } = condition(of, filter, today)
      const from = `FROM customer ${indexes.by(sorts[order.sort].index)} WHERE ${sql}`
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
    numbers(of, filter, order, today) {
      const asked = JSON.stringify([of, filter, order, today])
      if (last?.asked === asked) return last.numbers
      const { sql, params } = condition(of, filter, today)
      // In one piece: a row each would take longer than finding them.
      const found = database.get<{ numbers: string }>(
        `SELECT json_group_array(number) AS numbers FROM (
           SELECT number FROM customer ${indexes.by(sorts[order.sort].index)} WHERE ${sql} ORDER BY ${ordered(order)})`,
        params,
      )
      last = { asked, numbers: JSON.parse(found?.numbers ?? '[]') as number[] }
      return last.numbers
    },
    changed() {
      last = null
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
