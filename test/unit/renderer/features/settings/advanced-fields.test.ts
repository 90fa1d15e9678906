import { describe, expect, it } from 'vitest'
import { AdvancedSettings } from '../../../../../src/contract/advanced-settings.ts'
import { defaultAdvanced } from '../../../../../src/core/service/assumptions.ts'
import {
  advancedGroups,
  advancedSettings,
  advancedText,
  fromFields,
  namesOfGroup,
  problemOf,
  toFields,
  type AdvancedName,
} from '../../../../../src/renderer/features/settings/advanced-fields.ts'

const names = Object.keys(AdvancedSettings.shape) as AdvancedName[]
const defaults = toFields(defaultAdvanced)

it('every setting of a connection is shown once, with a name and an effect', () => {
  expect(advancedGroups.flatMap(namesOfGroup).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(advancedSettings[name].effect).toMatch(/\.$/)
})

it('the defaults have no problems and are the same settings again', () => {
  for (const name of names) expect(problemOf(name, defaults)).toBeNull()
  expect(fromFields(defaults)).toEqual(defaultAdvanced)
})

describe('a problem of a field', () => {
  it.each<[AdvancedName, string]>([
    ['firstBatchSize', '0'],
    ['firstBatchSize', '5001'],
    ['firstBatchSize', '1.5'],
    ['firstBatchSize', ''],
    ['pageSize', '1001'],
    ['tokenMarginSeconds', '-1'],
    ['referenceKey', 'Ref'],
    ['referenceKey', 'r'],
    ['chassisKey', 'chassis no'],
    ['secondMobileKey', ''],
    ['facetParameter', 'make'],
    ['facetParameter', '{facet}&region'],
    ['facetParameter', '{facet}{facet}'],
    ['malaysiaRegionCode', 'MY'],
  ])('%s as "%s" is named, as the program would refuse it', (name, value) => {
    const fields = { ...defaults, [name]: value }
    expect(problemOf(name, fields)).toMatch(/\.$/)
    expect(value !== '' && AdvancedSettings.safeParse(fromFields(fields)).success).toBe(false)
  })

  it('is the same name for two extra fields', () => {
    expect(problemOf('chassisKey', { ...defaults, chassisKey: 'mobile_2' })).toBe(advancedText.problems.sameKey)
  })
})
