import { outcomeKind } from '../../../contract/call-note.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { alsoMarkedText, readSharedNumbers, sharedNumbersText } from '../../contact/shared-numbers.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { carInput, carKey, carsInput } from './car-source.ts'
import { customerName } from './car-summary.ts'
import { sightingsText } from './sightings-text.ts'
import type { SightingList } from './useSightingList.ts'
import { useTicks } from './useTicks.ts'

const { bulk: text } = sightingsText

export type BulkNote = Omit<MethodInput<'sightings.recordMany'>, 'customerIds' | 'cars'>

export interface BulkContext {
  readonly list: Pick<SightingList, 'cars'>
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Pick<Toasts, 'success' | 'failure'>
  readonly askPerson: () => Promise<void> | null
}

/** One outcome for the ticked cars of the list, and its undo. */
export function useBulkOutcome(client: ProgramClient, { list, confirm, toasts, askPerson }: BulkContext) {
  const ticks = useTicks(() => list.cars.value)
  const recording = useCommand(client, 'sightings.recordMany')

  async function undo(groupId: string): Promise<void> {
    const answer = await client.call('sightings.undoMany', { groupId })
    if (answer.ok) toasts.success(text.undone(answer.value.undone))
    else toasts.failure(answer.error)
  }

  return {
    ticks,
    saving: recording.running,
    /** Records a note for the ticked cars after a confirmation. Returns whether it was recorded. */
    async record(note: BulkNote): Promise<boolean> {
      const wanted = new Set(ticks.ids.value)
      const cars = list.cars.value.filter((car) => wanted.has(carKey(car)))
      const allowed = cars.filter(({ customer }) => !customer.doNotContact)
      const { label } = outcomeKind(note.outcome)
      if (recording.running.value) return false
      if (allowed.length === 0) {
        toasts.failure(text.nobody)
        return false
      }
      const forbids = note.outcome === 'do_not_contact'
      const shared = forbids ? await readSharedNumbers(client, allowed.map(carInput)) : null
      const isAgreed = await confirm({
        title: text.question(label, allowed.length),
        text: text.explanation(
          cars.length - allowed.length,
          forbids,
          shared ? sharedNumbersText(shared, allowed.length) : '',
        ),
        names: allowed.map(customerName),
        confirmLabel: text.confirm(allowed.length),
        tone: forbids ? 'danger' : 'normal',
      })
      if (!isAgreed) return false
      const asking = askPerson()
      if (asking) await asking
      const answer = await recording.run({ ...note, ...carsInput(cars) })
      if (answer === null) return false
      if (!answer.ok) {
        toasts.failure(answer.error)
        return false
      }
      ticks.clear()
      const { groupId, recorded, doNotContact } = answer.value
      toasts.success(text.saved(label, recorded, doNotContact) + (shared ? alsoMarkedText(shared) : ''), {
        label: text.undo,
        group: 'call-note',
        lasting: true,
        run: () => void undo(groupId),
      })
      return true
    },
  }
}
