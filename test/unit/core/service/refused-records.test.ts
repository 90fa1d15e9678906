import { describe, expect, it } from 'vitest'
import { readBody } from '../../../../src/core/service/answer-body.ts'
import { refusedRecords } from '../../../../src/core/service/refused-records.ts'

const named = (body: unknown): (readonly [number, string | null])[] =>
  refusedRecords(readBody(typeof body === 'string' ? body : JSON.stringify(body)), (text) => text).map(
    ({ index, reason }) => [index, reason],
  )

describe('the records that a refused list names', () => {
  it.each([
    ['a path in the message', { success: false, message: 'customers[50].rego is invalid' }, [[50, 'rego is invalid']]],
    ['a path with dots', { error: 'customers.7.vin must have 17 characters' }, [[7, 'vin must have 17 characters']]],
    ['plain text', 'Row 51: the rego is too long', [[50, 'Row 51: the rego is too long']]],
    ['a number with a sign', { message: 'Record #3 has no rego' }, [[2, 'Record #3 has no rego']]],
    ['an index in words', { message: 'Invalid customer at index 0' }, [[0, 'Invalid customer at index 0']]],
    [
      'a list of objects with an index',
      {
        success: false,
        message: 'Validation failed',
        errors: [
          { index: 50, field: 'rego', message: 'is invalid' },
          { index: 4, message: 'has no plate' },
        ],
      },
      [
        [4, 'has no plate'],
        [50, 'rego: is invalid'],
      ],
    ],
    ['a list of objects with a row', { errors: [{ row_number: 51, reason: 'Bad date' }] }, [[50, 'Bad date']]],
    [
      'a map from paths',
      { errors: { 'customers.50.rego': ['is invalid'], 'customers[9].vin': 'is too short' } },
      [
        [9, 'vin: is too short'],
        [50, 'rego: is invalid'],
      ],
    ],
    ['a map from indexes', { errors: { customers: { 12: { rego: ['is invalid'] } } } }, [[12, 'rego: is invalid']]],
    [
      'the place of FastAPI',
      { detail: [{ loc: ['body', 'customers', 50, 'rego'], msg: 'field required', type: 'missing' }] },
      [[50, 'rego: field required']],
    ],
    [
      'a JSON pointer',
      { errors: [{ source: { pointer: '/customers/2/vin' }, detail: 'Too short' }] },
      [[2, 'Too short']],
    ],
    ['a list beside the records', { customers: [{}, {}, { rego: ['is invalid'] }] }, [[2, 'rego: is invalid']]],
    [
      'several texts',
      { message: ['customers.1.rego is empty', 'customers.3.rego is empty'] },
      [
        [1, 'rego is empty'],
        [3, 'rego is empty'],
      ],
    ],
  ] as const)('are read from %s', (_, body, expected) => {
    expect(named(body)).toEqual(expected)
  })

  it.each([
    ['a limit', { message: 'Maximum 50 customers per upload' }],
    ['a limit after its name', { message: 'Too many rows: 500 (limit 50)' }],
    ['a limit of a list', { customers: ['Ensure this field has no more than 50 elements.'] }],
    ['a quota', { success: false, error: { code: 4001, message: 'Upload quota of 1000 reached', status: 400 } }],
    ['an empty body', ''],
    ['a page', '<html>customers[3]</html>'],
  ])('are none in %s', (_, body) => {
    expect(named(body)).toEqual([])
  })
})
