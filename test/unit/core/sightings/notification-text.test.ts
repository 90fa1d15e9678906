import { describe, expect, it } from 'vitest'
import { notificationText } from '../../../../src/core/sightings/notification-text.ts'

describe('notificationText', () => {
  it.each([
    [['2019 RAV4'], [], 'A past customer’s car was just listed.', '2019 RAV4'],
    [['a', 'b', 'c'], [], '3 past customers’ cars were just listed.', 'a, b, c'],
    [['a', 'b'], ['c', 'd'], '2 past customers’ cars were just listed, 2 prices dropped.', 'a, b, c and 1 more'],
    [[], ['c'], 'One price dropped.', 'c'],
    [[], ['c', 'd'], '2 prices dropped.', 'c, d'],
  ])('describes new cars %j and price drops %j', (newTitles, dropTitles, title, body) => {
    expect(notificationText({ newTitles, dropTitles })).toEqual({ title, body })
  })

  it('is null without news', () => {
    expect(notificationText({ newTitles: [], dropTitles: [] })).toBeNull()
  })
})
