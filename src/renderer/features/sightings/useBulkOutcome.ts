import { outcomeKind } from '../../../contract/call-note.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import {
  alsoMarkedText,
  readSharedNumbers,
  type SharedNumbers,
  sharedNumbersText,
} from '../../contact/shared-numbers.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { carInput, carsInput } from './car-source.ts'
import { customerName } from './car-summary.ts'
import { sightingsText } from './sightings-text.ts'
import type { SightingList } from './useSightingList.ts'
import { useTicks } from './useTicks.ts'

const { bulk: text } = sightingsText

export type BulkNote = Omit<MethodInput<'sightings.recordMany'>, 'customerIds' | 'cars'>

/** One outcome for the ticked cars of the list, and its undo. `askPerson`: see `useCallFlow`. */
export function useBulkOutcome(
  client: ProgramClient,
  list: Pick<SightingList, 'cars'>,
  askPerson: () => Promise<void> | null,
) {
  const confirm = useConfirm()
  const toasts = useToasts()
  const ticks = useTicks(() => list.cars.value)
  const undoing = useAction('sightings.undoMany', { done: ({ undone }) => text.undone(undone) })
  const recording = useAction(
    ({ note, cars }: { note: BulkNote; cars: readonly SightedCar[]; shared: SharedNumbers | null }) =>
      client.call('sightings.recordMany', { ...note, ...carsInput(cars) }),
    {
      done({ recorded, doNotContact }, { note, shared }) {
        ticks.clear()
        const { label } = outcomeKind(note.outcome)
        return text.saved(label, recorded, doNotContact) + (shared ? alsoMarkedText(shared) : '')
      },
      undo: ({ groupId }) => ({ group: 'call-note', lasting: true, run: () => void undoing.run({ groupId }) }),
    },
  )

  return {
    ticks,
    saving: recording.busy,
    /** Records a note for the ticked cars after a confirmation. Returns whether it was recorded. */
    async record(note: BulkNote): Promise<boolean> {
      const cars = ticks.cars.value
      const allowed = cars.filter(({ customer }) => !customer.doNotContact)
      const { label } = outcomeKind(note.outcome)
      if (recording.busy.value) return false
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
      return (await recording.run({ note, cars, shared })) !== null
    },
  }
}
