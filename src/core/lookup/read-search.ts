import type { SearchResult } from '../../contract/lookup.ts'
import { detailsOf } from '../details/details.ts'
import { unreadableRecord } from '../details/unreadable-record.ts'
import { openList, openRecord, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { envelopeNames } from '../service/record-fields.ts'
import { asLine } from './fields.ts'
import { describesVehicle, holdsVehicle, looksLikeVehicle, readVehicles } from './read-vehicle.ts'

const listNames = ['vehicles', 'results', 'matches', 'items', 'hits', 'data', 'vehicle', 'result', 'records', 'list']

/**
 * Reads the vehicles of a keyword search, under any name of the list; other fields are in `other`. A text is a title; an
 * entry that is neither record nor text is in `unreadable`.
 */
export function readSearch(given: unknown): Pick<SearchResult, 'vehicles' | 'unreadable' | 'other'> {
  const body = plainBody(given)
  const list = openList(body, listNames, isHit)
  const single = list === null ? openRecord(body, describesVehicle) : null
  const items = single ? [single] : (list?.items ?? [])
  const records = items.map((item): RawRecord | null => {
    if (isRecord(item)) return Object.keys(item).length > 0 ? item : null
    return item === null || typeof item === 'object' || asLine(item) === '' ? null : { title: item }
  })
  const beside = single ? {} : (list?.beside ?? (isRecord(body) ? body : {}))
  return {
    vehicles: readVehicles(records.filter((record) => record !== null)),
    unreadable: items.filter((_, at) => records[at] === null).map(unreadableRecord),
    other: detailsOf(beside, envelopeNames),
  }
}

const isHit = (record: RawRecord): boolean =>
  holdsVehicle(record) || Object.values(record).some((value) => isRecord(value) && looksLikeVehicle(value))
