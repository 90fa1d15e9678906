import { ref, shallowRef } from 'vue'
import { outcomeKind } from '../../../contract/call-note.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import {
  allowQuestion,
  alsoMarkedText,
  contactAllowedText,
  readSharedNumbers,
  sharedNumbersText,
  type SharedNumbers,
} from '../../contact/shared-numbers.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { callText } from './call-text.ts'
import { carInput, carKey } from './car-source.ts'
import { customerName } from './car-summary.ts'
import { type CallNoteDraft, useCallNoteForm } from './useCallNoteForm.ts'
import type { OpenCar } from './useSightedCar.ts'
import type { SightingList } from './useSightingList.ts'

/** The notices that offer to undo a call note. */
const undoGroup = 'call-note'

export interface CallFlowContext {
  readonly client: Pick<ProgramClient, 'read'>
  readonly list: SightingList
  readonly openCar: OpenCar
  /** Gets the key of the car (`carKey`). */
  readonly selected: (key: string) => void
  /** A call note was saved or undone, so the counts have changed. */
  readonly changed: () => void
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Toasts
  /** Asks who is working; null where that is known. */
  readonly askPerson: () => Promise<void> | null
}

/** Working through the call list: notes that are begun, saved and undone. */
export function useCallFlow({ client, list, openCar, selected, changed, confirm, toasts, askPerson }: CallFlowContext) {
  const form = useCallNoteForm(() => new Date())
  const busy = ref<'saving' | 'undoing' | 'allowing' | null>(null)
  /** Why the newest note was not saved. */
  const failure = shallowRef<Failure | null>(null)
  /** Input that is not saved, by the key of its car. */
  const drafts = new Map<string, CallNoteDraft>()
  let noticeId: number | null = null

  function storeDraft(): void {
    const car = openCar.car.value
    if (!car) return
    if (form.isDirty.value) drafts.set(carKey(car), form.toDraft())
    else drafts.delete(carKey(car))
    form.clear()
    failure.value = null
  }

  /** Opens a car of the list with the input that the user began for it. */
  function select(index: number): void {
    const car = list.cars.value[index]
    if (!car) return
    if (!openCar.isOpen(car)) {
      storeDraft()
      const draft = drafts.get(carKey(car))
      if (draft) form.restore(draft)
    }
    selected(carKey(car))
    openCar.open(car)
  }

  const confirmForbid = (car: SightedCar, shared: SharedNumbers): Promise<boolean> =>
    confirm({
      title: callText.forbid.title(car.customer.clientName ?? callText.person),
      text: [callText.forbid.text, sharedNumbersText(shared, 1)].filter(Boolean).join(' '),
      confirmLabel: callText.forbid.confirm,
      tone: 'danger',
    })

  function report(answer: Result<SightedCar>): void {
    if (answer.ok) changed()
    else toasts.failure(answer.error)
  }

  /** Only the newest note can be undone, so only one notice offers it. */
  function showUndo(car: SightedCar, text: string): void {
    if (noticeId !== null) toasts.close(noticeId)
    noticeId = toasts.success(text, {
      label: callText.form.undo,
      group: undoGroup,
      lasting: true,
      run: () => void openCar.undo(car).then(report),
    })
  }

  function selectNext(car: SightedCar): void {
    const index = list.indexOf(carKey(car))
    if (index >= 0 && index + 1 < list.cars.value.length) select(index + 1)
  }

  async function during(action: NonNullable<typeof busy.value>, work: () => Promise<void>): Promise<void> {
    if (busy.value) return
    busy.value = action
    await work()
    busy.value = null
  }

  return {
    form,
    busy,
    failure,
    select,
    /** Closes the card. Input that was not saved stays for the next time. */
    leave(): void {
      storeDraft()
      openCar.close()
    },
    /** Input for a car that was not saved. */
    hasInput: () => form.isDirty.value || drafts.size > 0,
    /** Saves the note, and opens the next car when `next`. False: nothing was saved. */
    async save(next: boolean): Promise<boolean> {
      const note = form.toCallNote()
      const car = openCar.car.value
      if (!note || !car || busy.value) return false
      const shared = note.outcome === 'do_not_contact' ? await readSharedNumbers(client, [carInput(car)]) : null
      if (shared && !(await confirmForbid(car, shared))) return false
      busy.value = 'saving'
      failure.value = null
      const asking = askPerson()
      if (asking) await asking
      const answer = await openCar.record(car, note)
      busy.value = null
      if (!answer.ok) {
        failure.value = answer.error
        return false
      }
      drafts.delete(carKey(car))
      if (openCar.isOpen(car)) form.clear()
      changed()
      const saved = callText.form.saved(customerName(car), outcomeKind(note.outcome).label)
      showUndo(car, saved + (shared ? alsoMarkedText(shared) : ''))
      if (next) selectNext(car)
      return true
    },
    async undo(): Promise<void> {
      const car = openCar.car.value
      toasts.withdrawActions(undoGroup)
      if (car) await during('undoing', async () => report(await openCar.undo(car)))
    },
    /** Asks first. The notice has Undo. */
    async allowContact(): Promise<void> {
      const car = openCar.car.value
      if (!car || busy.value) return
      const shared = await readSharedNumbers(client, [carInput(car)])
      if (!(await confirm(allowQuestion(customerName(car), shared)))) return
      await during('allowing', async () => {
        const answer = await openCar.allowContact(car)
        report(answer)
        if (answer.ok) showUndo(car, contactAllowedText(customerName(car)))
      })
    },
  }
}
