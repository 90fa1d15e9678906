import type { Json, JsonRecord } from './shown-answers.ts'

/** Forms in which services write one record, and what stands beside it. */
export const recordForms: Readonly<Record<string, (record: JsonRecord, beside: JsonRecord, name: string) => Json>> = {
  named: (record, beside, name) => ({ success: true, ...beside, [name]: record }),
  'in data': (record, beside, name) => ({ success: true, data: { ...beside, [name]: record } }),
  'in two envelopes': (record, beside, name) => ({ response: { result: { ...beside, [name]: record } } }),
  'as JSON:API': (record, beside, name) => ({
    data: { type: 'answers', id: 'answer 7', attributes: { ...beside, [name]: resource(record) } },
  }),
  'as GraphQL': (record, beside, name) => ({ data: { theAnswer: { ...beside, [name]: record } } }),
  'in a list of one': (record, beside, name) => [{ ...beside, [name]: record }],
}

function resource({ id, ...attributes }: JsonRecord): JsonRecord {
  return { type: 'records', id: id ?? null, attributes }
}

/** Forms in which services write a list. */
export const listForms: Readonly<Record<string, (records: readonly Json[], name: string) => Json>> = {
  named: (records, name) => ({ success: true, [name]: [...records] }),
  bare: (records) => [...records],
  'in data': (records, name) => ({ data: { [name]: [...records], total_pages: 'one page' } }),
  'as data': (records) => ({ data: [...records], notice: 'Office hours 9 to 5' }),
  'as results': (records) => ({ results: [...records], took: 'four ms' }),
  'as JSON:API': (records) => ({
    data: records.map((record) => (isRecord(record) && 'id' in record ? resource(record) : record)),
  }),
  'as edges': (records, name) => ({
    data: {
      [name]: {
        edges: records.map((node) => (isRecord(node) && 'id' in node ? { cursor: 'cursor 1', node } : node)),
        pageInfo: { last: 'x1' },
      },
    },
  }),
  'as nodes': (records, name) => ({ data: { theList: { [name]: { nodes: [...records] } } } }),
  'as a map': (records, name) => ({
    [name]: Object.fromEntries(
      records.filter((each) => each === null || isRecord(each)).map((each, at) => [`key${at}`, each]),
    ),
  }),
}

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
