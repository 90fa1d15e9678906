import type { StateCode } from '../../contract/region.ts'
import { splitPlateAndState } from '../fields/plate-and-state.ts'
import { testPlateOf } from '../lookup/interpret.ts'

/** A test plate, alone or with a state; null for other texts. Test plates are longer than real ones. */
export function testPlateIn(text: string): { readonly plate: string; readonly state: StateCode | null } | null {
  const { plate, state } = splitPlateAndState(text)
  const test = testPlateOf(text) ?? testPlateOf(plate)
  return test && { plate: test.plate, state }
}
