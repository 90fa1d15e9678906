import { type Region, StateCode, stateNames } from '../../contract/region.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { SelectOption } from '../ui/fields/select-options.ts'

export const regionOptions: readonly SelectOption<Region>[] = (Object.keys(regionNames) as Region[]).map((value) => ({
  value,
  label: regionNames[value],
}))

/** "New South Wales (NSW)". */
export const stateOptions: readonly SelectOption<StateCode>[] = StateCode.options.map((code) => ({
  value: code,
  label: `${stateNames[code]} (${code})`,
}))
