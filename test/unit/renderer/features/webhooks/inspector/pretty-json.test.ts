import fc from 'fast-check'
import { expect, it } from 'vitest'
import { prettyJson } from '../../../../../../src/renderer/features/webhooks/inspector/pretty-json.ts'

it('gives the same JSON for any input', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(prettyJson(text) ?? '')).toEqual(JSON.parse(text))
    }),
  )
})

it('indents, and keeps numbers as they are written', () => {
  expect(prettyJson('{"a":[1.0,12345678901234567890],"b":{},"c":"x,\\"{"}')).toBe(
    '{\n  "a": [\n    1.0,\n    12345678901234567890\n  ],\n  "b": {},\n  "c": "x,\\"{"\n}',
  )
})

it('gives null for text that is not JSON', () => {
  expect(prettyJson('{"a":')).toBeNull()
})
