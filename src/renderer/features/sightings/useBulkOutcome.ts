import { computed, shallowRef } from 'vue'
import { outcomeKind } from '../../../contract/call-note.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import { maxBulkCars, type SightedCar } from '../../../contract/sightings.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import {
  alsoAllowedText,
  alsoMarkedText,
  type SharedNumbers,
  sharedNumbersText,
  useSharedNumbers,
} from '../../contact/shared-numbers.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { carInput, carKey, carsInput } from './car-source.ts'
import { customerName } from './car-summary.ts'
import { sightingsText } from './sightings-text.ts'
import type { SightingList } from './useSightingList.ts'

const { bulk: text } = sightingsText

export type BulkNote = Omit<MethodInput<'sightings.recordMany'>, 'customerIds' | 'cars'>

const keyOf = (car: SightedCar | undefined): string | undefined => car && carKey(car)

/** The cars of the list that are ticked for one outcome. A car that leaves the list is not ticked any more. */
function useTicks(listed: () => readonly SightedCar[]) {
  const ticked = shallowRef<ReadonlySet<string>>(new Set())
  let anchor: string | null = null
  const idAt = (index: number): string | undefined => keyOf(listed()[index])
  const set = (ids: Iterable<string>): void => {
    ticked.value = new Set([...ids].slice(0, maxBulkCars))
  }
  /** The ticked cars that the list shows, in its order. */
  const cars = computed<readonly SightedCar[]>(() =>
    ticked.value.size === 0 ? [] : listed().filter((car) => ticked.value.has(carKey(car))),
  )
  const keys = (): string[] => cars.value.map(carKey)
  return {
    cars,
    /** By the key of a car (`carKey`). */
    has: (key: string): boolean => ticked.value.has(key),
    toggle(index: number): void {
      const id = idAt(index)
      if (id === undefined) return
      const others = keys().filter((each) => each !== id)
      set(ticked.value.has(id) ? others : [...others, id])
      anchor = id
    },
    /** Ticks all from the last car that was ticked or passed to this one. */
    extendTo(index: number, from: number): void {
      const anchorIndex = listed().findIndex((car) => carKey(car) === anchor)
      const start = anchorIndex < 0 ? from : anchorIndex
      anchor ??= idAt(start) ?? null
      const [first, last] = [Math.min(start, index), Math.max(start, index)]
      set([
        ...keys(),
        ...listed()
          .slice(Math.max(0, first), last + 1)
          .map(carKey),
      ])
    },
    /** All cars that are loaded, up to the most that get an outcome at once. */
    all: (): void => set(listed().map(carKey)),
    clear(): void {
      ticked.value = new Set()
      anchor = null
    },
  }
}

export type Ticks = ReturnType<typeof useTicks>

/** One outcome for the ticked cars of the list, and its undo. `askPerson`: see `useCallFlow`. */
export function useBulkOutcome(list: Pick<SightingList, 'cars'>, askPerson: () => Promise<void> | null) {
  const client = useClient()
  const confirm = useConfirm()
  const toasts = useToasts()
  const readShared = useSharedNumbers()
  const ticks = useTicks(() => list.cars.value)
  const undoing = useAction(
    ({ groupId }: { groupId: string; shared: SharedNumbers | null }) => client.call('sightings.undoMany', { groupId }),
    {
      done: ({ undone }, { shared }) =>
        text.undone(undone) + (shared ? text.allowedAgain(undone) + alsoAllowedText(shared) : ''),
    },
  )
  const recording = useAction(
    ({ note, cars }: { note: BulkNote; cars: readonly SightedCar[]; shared: SharedNumbers | null }) =>
      client.call('sightings.recordMany', { ...note, ...carsInput(cars) }),
    {
      done({ recorded, doNotContact }, { note, shared }) {
        ticks.clear()
        const { label } = outcomeKind(note.outcome)
        return text.saved(label, recorded, doNotContact) + (shared ? alsoMarkedText(shared) : '')
      },
      undo: ({ groupId }, { shared }) => ({
        group: 'call-note',
        lasting: true,
        run: () => void undoing.run({ groupId, shared }),
      }),
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
      const shared = forbids ? await readShared(allowed.map(carInput)) : null
      if (forbids && shared === null) return false
      const isAgreed = await confirm({
        title: text.question(label, allowed.length),
        text: text.explanation(
          cars.length - allowed.length,
          allowed.filter(({ due }) => due !== 'none').length,
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
