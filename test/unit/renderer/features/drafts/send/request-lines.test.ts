import { expect, it } from 'vitest'
import { linesWith } from '../../../../../../src/renderer/features/drafts/send/request-lines.ts'

const body = JSON.stringify(
  { name: 'March', customers: [{ rego: 'ABC123', additional_fields: { note: 'x' } }, { rego: 'XYZ789' }] },
  null,
  2,
)

it('shows the whole request without a search', () => {
  expect(linesWith(body, ' ')).toEqual({ text: body, hits: 0 })
})

it('shows only the customers that contain the text, each in full', () => {
  expect(linesWith(body, 'abc')).toEqual({
    text: '    {\n      "rego": "ABC123",\n      "additional_fields": {\n        "note": "x"\n      }\n    }',
    hits: 1,
  })
  expect(linesWith(body, 'rego').hits).toBe(2)
  expect(linesWith(body, 'March').hits).toBe(0)
})
