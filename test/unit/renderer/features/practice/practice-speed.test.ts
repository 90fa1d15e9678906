import { describe, expect, it } from 'vitest'
import { readSpeed } from '../../../../../src/renderer/features/practice/practice-speed.ts'

describe('readSpeed', () => {
  it.each([
    ['12', 12],
    [' 2.5 ', 2.5],
    ['1,500', 1_500],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e9', null],
    ['100001', null],
    ['fast', null],
  ])('reads %j as %j', (typed, speed) => {
    expect(readSpeed(typed)).toBe(speed)
  })
})
