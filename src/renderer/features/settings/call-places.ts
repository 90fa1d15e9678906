import { callAreas } from '../../../contract/call-areas.ts'
import { StateCode, stateNames, type Region } from '../../../contract/region.ts'

const stateOptions = StateCode.options.toSorted().map((value) => ({
  value,
  label: `${stateNames[value]} (${value})`,
}))

/** The states or areas of a region with holidays of their own. */
export function placesOf(region: Region): readonly { readonly value: string; readonly label: string }[] {
  if (region === 'au') return stateOptions
  return Object.entries(callAreas[region]).map(([value, label]) => ({ value, label }))
}
