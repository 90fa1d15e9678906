import { shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { ConnectionRegion } from '../../../../src/contract/connection-region.ts'
import { success } from '../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../src/renderer/bridge/program-client.ts'
import { useRevealedNumbers } from '../../../../src/renderer/contact/useRevealedNumbers.ts'
import { createHostTwin } from '../host-twin.ts'
import { withinScope } from '../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))

it('hides a revealed number when the customer with the same id of another connection is selected', async () => {
  const sydney: ConnectionRegion = { connectionId: 'sydney', region: 'au' }
  const perth: ConnectionRegion = { connectionId: 'perth', region: 'au' }
  const asked: unknown[] = []
  twin.answer('customers.revealMobile', (input) => {
    asked.push(input)
    return success({ mobileNumber: '0491570006', otherNumbers: {}, edits: [] })
  })
  const source = shallowRef(sydney)
  const make = () =>
    useRevealedNumbers(
      () => 'same-id',
      () => ({ source: source.value }),
    )
  const numbers = withinScope(make, { client })
  await numbers.show()
  expect(asked).toEqual([{ id: 'same-id', source: sydney }])
  expect(numbers.value.value).not.toBeNull()
  source.value = perth
  expect(numbers.value.value).toBeNull()
})
