import { expect, it } from 'vitest'
import { portProblem, readPort } from '../../../../../../src/renderer/features/webhooks/inspector/useInspector.ts'

it('accepts ports from 1024 to 65535, and an empty field for any port', () => {
  expect(['', ' 1024 ', '65535'].map(portProblem)).toEqual([null, null, null])
  expect(['', '8080'].map(readPort)).toEqual([null, 8_080])
  expect(['80', '65536', '8080.5', 'x'].every((text) => portProblem(text) !== null)).toBe(true)
})
