import { computed } from 'vue'
import { outcomeKind } from '../../../contract/call-note.ts'
import { success } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import {
  allowQuestion,
  alsoMarkedText,
  contactAllowedText,
  sharedNumbersText,
  type SharedNumbers,
  useSharedNumbers,
} from '../../contact/shared-numbers.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import { useKeptInputs } from '../../ui/useUnsavedInput.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { callText } from './call-text.ts'
import { carInput, carKey } from './car-source.ts'
import { customerName } from './car-summary.ts'
import { type CallNoteDraft, type CallNoteInput, useCallNoteForm } from './useCallNoteForm.ts'
import type { OpenCar } from './useSightedCar.ts'
import type { SightingList } from './useSightingList.ts'

/** The notices that offer to undo a call note. */
const undoGroup = 'call-note'

export interface CallFlowContext {
  readonly list: SightingList
  readonly openCar: OpenCar
  /** Gets the key of the car (`carKey`). */
  readonly selected: (key: string) => void
  /** A call note was saved or undone, so the counts have changed. */
  readonly changed: () => void
  /** Asks who is working; null where that is known. */
  readonly askPerson: () => Promise<void> | null
}

interface Saved {
  readonly car: SightedCar
  readonly note: CallNoteInput
  /** Who else a Do Not Contact mark reaches; null: it is another outcome. */
  readonly shared: SharedNumbers | null
}

const forbidQuestion = ({ customer }: SightedCar, shared: SharedNumbers): Confirmation => ({
  title: callText.forbid.title(customer.clientName ?? callText.person),
  text: [callText.forbid.text, sharedNumbersText(shared, 1)].filter(Boolean).join(' '),
  confirmLabel: callText.forbid.confirm,
  tone: 'danger',
})

/** Working through the call list: notes that are begun, saved and undone. */
export function useCallFlow({ list, openCar, selected, changed, askPerson }: CallFlowContext) {
  const toasts = useToasts()
  const readShared = useSharedNumbers()
  const form = useCallNoteForm(() => new Date())
  /** Input that is not saved, by the key of its car. It stays while another screen is open. */
  const drafts = useKeptInputs<CallNoteDraft>(callText.form.label, storeDraft)
  let noticeId: number | null = null

  const saving = useAction(
    async ({ car, note }: Saved) => {
      const asking = askPerson()
      if (asking) await asking
      return openCar.record(car, note)
    },
    {
      confirm: ({ car, shared }) => shared && forbidQuestion(car, shared),
      failed: 'shown',
      done(saved, { car, note, shared }) {
        drafts.delete(carKey(car))
        if (openCar.isOpen(car)) form.clear()
        changed()
        const text = callText.form.saved(customerName(car), outcomeKind(note.outcome).label)
        showUndo(saved, text + (shared ? alsoMarkedText(shared) : ''))
      },
    },
  )
  const undoing = useAction(
    async (car: SightedCar) => {
      const undone = await openCar.undo(car)
      if (!undone.ok) return undone
      const { doNotContact } = undone.value.customer
      const isAllowed = car.customer.doNotContact && !doNotContact
      return success({ doNotContact, isAllowed, shared: isAllowed ? await readShared([carInput(car)]) : null })
    },
    {
      done({ doNotContact, isAllowed, shared }, car) {
        changed()
        if (isAllowed) return contactAllowedText(customerName(car), shared)
        const isForbidden = doNotContact && !car.customer.doNotContact
        return (isForbidden ? callText.forbid.again : callText.form.undone)(customerName(car))
      },
    },
  )
  const allowing = useAction(({ car }: { car: SightedCar; shared: SharedNumbers }) => openCar.allowContact(car), {
    confirm: ({ car, shared }) => allowQuestion(customerName(car), shared),
    done(allowed, { car, shared }) {
      changed()
      showUndo(allowed, contactAllowedText(customerName(car), shared))
    },
  })
  const busy = computed(() => {
    if (saving.busy.value) return 'saving'
    if (undoing.busy.value) return 'undoing'
    return allowing.busy.value ? 'allowing' : null
  })

  function storeDraft(): void {
    const car = openCar.car.value
    if (!car) return
    if (form.isDirty.value) drafts.set(carKey(car), form.toDraft())
    else drafts.delete(carKey(car))
    form.clear()
    saving.failure.value = null
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

  /** Only the newest note can be undone, so only one notice offers it. */
  function showUndo(car: SightedCar, text: string): void {
    if (noticeId !== null) toasts.close(noticeId)
    noticeId = toasts.success(text, {
      label: callText.form.undo,
      group: undoGroup,
      lasting: true,
      run: () => void undoing.run(car),
    })
  }

  function selectNext(car: SightedCar): void {
    const index = list.indexOf(carKey(car))
    if (index >= 0 && index + 1 < list.cars.value.length) select(index + 1)
  }

  return {
    form,
    busy,
    failure: saving.failure,
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
      const forbids = note.outcome === 'do_not_contact'
      const shared = forbids ? await readShared([carInput(car)]) : null
      if (forbids && shared === null) return false
      if ((await saving.run({ car, note, shared })) === null) return false
      if (next) selectNext(car)
      return true
    },
    async undo(): Promise<void> {
      const car = openCar.car.value
      toasts.withdrawActions(undoGroup)
      if (car && !busy.value) await undoing.run(car)
    },
    /** Asks first. The notice has Undo. */
    async allowContact(): Promise<void> {
      const car = openCar.car.value
      if (!car || busy.value) return
      const shared = await readShared([carInput(car)])
      if (shared !== null) await allowing.run({ car, shared })
    },
  }
}
