import { expect, it } from 'vitest'
import { chooseTests } from '../../../scripts/test-changed.mjs'

it('runs all related tests of a change, and of a change that most tests import those beside it', () => {
  const beside = ['test/unit/contract/links.test.ts', 'test/unit/contract/deep/rows.test.ts']
  const few = [...beside, 'test/unit/core/uploads/sender.test.ts']
  const changed = ['src/contract/links.ts', 'test/unit/core/uploads/sender.test.ts', 'README.md']
  expect(chooseTests(few, changed)).toEqual(few)
  const many = [...few, ...Array.from({ length: 200 }, (_, at) => `test/unit/core/fields/field-${at}.test.ts`)]
  expect(chooseTests(many, changed)).toEqual(few)
  expect(chooseTests(many, ['package.json'])).toEqual([])
})
