import { z } from 'zod'
import type { CustomerFilter } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { addDays } from '../../../contract/calendar-date.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import { additionalFieldText, normaliseForSearch, searchTerms } from '../cache/search-text.ts'
import type { SqlCondition } from '../cache/sql-condition.ts'

/** The records that meet one part of a filter: a query for their numbers, or the numbers if they are known already. */
export type RecordQuery = SqlCondition | { readonly numbers: readonly number[] }

/** With up to this many records that contain a text, their fields are read one by one. With more, reading all fields is faster. */
const maxCandidates = 20_000

const Numbers = z.array(z.number())
const Fields = z.array(z.unknown())

/** The numbers in one JSON text: a row for each would take longer than the query itself. */
export function readNumbers(database: Database, query: RecordQuery): readonly number[] {
  if ('numbers' in query) return query.numbers
  const found = database.get<{ numbers: string }>(
    `SELECT json_group_array(number) AS numbers FROM (${query.sql})`,
    query.params,
  )
  return parseJson(Numbers, found?.numbers ?? '[]')
}

/** Translates a filter into queries, one for each part. Each reads a narrow index, not the wide records. `today` is YYYY-MM-DD. */
export function filterQueries(
  database: Database,
  indexes: CustomerIndexes,
  scope: ConnectionRegion,
  filter: CustomerFilter,
  today: string,
): RecordQuery[] {
  const texts = createTextQueries(database, indexes, scope)
  const queries: RecordQuery[] = []
  const add = (index: string, condition: string, ...params: readonly SqlValue[]): void => {
    queries.push({
      sql: `SELECT number FROM customer ${indexes.hint(index)} WHERE ${inScope} AND ${condition}`,
      params: [...scopeParams(scope), ...params],
    })
  }

  for (const term of searchTerms(filter.search)) queries.push(texts.contains(term))
  if (filter.states.length > 0) {
    add('customer_state', 'state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states))
  }
  if (filter.sighting === 'seen') add('customer_last_sighting', 'last_sighting IS NOT NULL')
  if (filter.sighting === 'never') add('customer_last_sighting', 'last_sighting IS NULL')
  if (filter.expiresWithinDays !== null) {
    const latest = addDays(today, filter.expiresWithinDays)
    add('customer_expiry_date', 'expiry_date IS NOT NULL AND expiry_date <= ?', latest)
  }
  if (filter.missingVin) add('customer_vin', `(vin IS NULL OR vin = '')`)
  if (filter.uploadId !== null) queries.push(uploadQuery(indexes, scope, filter.uploadId))
  for (const { name, contains } of filter.fields) {
    if (contains.trim() === '') add('customer_fields', hasField, name)
    else queries.push(texts.fieldContains(name, contains))
  }
  if (filter.unsettled) {
    const journals = `SELECT customer_id FROM customer_edit WHERE ${inScope}
      UNION SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${inScope} AND pending = 1
      UNION SELECT customer_id FROM bin INDEXED BY bin_failed WHERE ${inScope} AND pending = 2`
    const params = scopeParams(scope)
    add('sqlite_autoindex_customer_1', `id IN (${journals})`, ...params, ...params, ...params)
  }
  return queries
}

/** Rows that were uploaded without references are found by the ids that the service gave them. */
export function uploadQuery(indexes: CustomerIndexes, scope: ConnectionRegion, uploadId: string): SqlCondition {
  return {
    sql: `SELECT number FROM customer ${indexes.hint('customer_upload')} WHERE ${inScope} AND upload_id = ?
      UNION SELECT c.number FROM upload u JOIN upload_row r ON r.upload_id = u.id
        JOIN customer c ON c.connection_id = ? AND c.region = ? AND c.id = r.customer_id
        WHERE u.id = ? AND u.reference_key IS NULL AND r.customer_id IS NOT NULL`,
    params: [...scopeParams(scope), uploadId, ...scopeParams(scope), uploadId],
  }
}

const hasField = `field_set IN (SELECT s.id FROM customer_field_set s, json_each(s.names) n WHERE n.value = ?)`

function createTextQueries(
  database: Database,
  indexes: CustomerIndexes,
  scope: ConnectionRegion,
): {
  /** Records whose search text contains a normalised term. */
  contains(term: string): SqlCondition
  /** Records whose additional field of this name contains a text. */
  fieldContains(name: string, text: string): RecordQuery
} {
  /** The index consists of trigrams, so shorter terms are searched in the texts themselves. */
  const isIndexed = (term: string): boolean => [...term].length >= 3 && !indexes.areDropped()
  const contains = (term: string): SqlCondition =>
    isIndexed(term)
      ? { sql: 'SELECT rowid AS number FROM customer_search WHERE customer_search MATCH ?', params: [`"${term}"`] }
      : {
          sql: `SELECT number FROM customer ${indexes.hint('customer_text')} WHERE ${inScope} AND instr(search, ?) > 0`,
          params: [...scopeParams(scope), term],
        }
  const countUpTo = (limit: number, { sql, params }: SqlCondition): number =>
    database.get<{ rows: number }>(`SELECT count(*) AS rows FROM (${sql} LIMIT ${limit})`, params)?.rows ?? 0

  return {
    contains,
    fieldContains(name, text) {
      const term = normaliseForSearch(text)
      const candidates = contains(term)
      const hasFewCandidates = isIndexed(term) && countUpTo(maxCandidates + 1, candidates) <= maxCandidates
      const amongCandidates = hasFewCandidates ? ` AND number IN (${candidates.sql})` : ''
      // A JSON path can't contain some characters: such a name is compared with each key instead.
      const fitsPath = !/["\\\p{Cc}]/u.test(name)
      const value = fitsPath
        ? 'additional_fields -> ?'
        : '(SELECT f.value FROM json_each(additional_fields) f WHERE f.key = ?)'
      const found = database.get<{ numbers: string; fields: string }>(
        `SELECT json_group_array(number) AS numbers, json_group_array(${value}) AS fields
         FROM customer ${indexes.hint('customer_fields')} WHERE ${inScope} AND ${hasField}${amongCandidates}`,
        [fitsPath ? `$."${name}"` : name, ...scopeParams(scope), name, ...(hasFewCandidates ? candidates.params : [])],
      )
      const numbers = parseJson(Numbers, found?.numbers ?? '[]')
      const fields = parseJson(Fields, found?.fields ?? '[]')
      const typed = text.trim()
      const matches = (field: string): boolean =>
        term === '' ? field.includes(typed) : normaliseForSearch(field).includes(term)
      return { numbers: numbers.filter((_, index) => matches(additionalFieldText(fields[index]))) }
    },
  }
}
