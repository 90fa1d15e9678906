import { ref } from 'vue'
import { describe, expect, it } from 'vitest'
import type { SightedCar } from '../../../../../src/contract/sightings.ts'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import { useCallFlow } from '../../../../../src/renderer/features/sightings/useCallFlow.ts'
import { useSightedCar } from '../../../../../src/renderer/features/sightings/useSightedCar.ts'
import { useSightingList } from '../../../../../src/renderer/features/sightings/useSightingList.ts'
import type { Confirmation } from '../../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { listOf, sightedCar } from './sample-car.ts'

const marked = (id: string): SightedCar => {
  const car = sightedCar(id)
  return { ...car, customer: { ...car.customer, doNotContact: true } }
}

async function startCalls(agrees = true, askPerson: () => Promise<void> | null = () => null) {
  const twin = createProgramClientTwin({
    'sightings.list': () => listOf([sightedCar('a'), sightedCar('b')]),
    'sightings.sharedNumbers': () => ({ customers: 172, calls: 13, names: ['Cash Sale'] }),
    'sightings.get': ({ customerId }) => ({ car: sightedCar(customerId), entries: [], attempts: [] }),
  })
  const selectedId = ref<string | null>(null)
  const confirmations: Confirmation[] = []
  const toasts = createToasts()
  const { list, openCar, calls } = withinScope(
    () => {
      const cars = useSightingList()
      const open = useSightedCar(cars.replace)
      const flow = useCallFlow({
        list: cars,
        openCar: open,
        selected: (id) => (selectedId.value = id),
        changed: () => undefined,
        askPerson,
      })
      return { list: cars, openCar: open, calls: flow }
    },
    { client: twin.client, toasts, answer: (confirmation) => confirmations.push(confirmation) > 0 && agrees },
  )
  await list.show(noSightingFilter)
  calls.select(0)
  return { twin, list, openCar, calls, toasts, confirmations, selectedId }
}

describe('working through the call list', () => {
  it('keeps unsaved input of each car', async () => {
    const { calls } = await startCalls()
    calls.form.choose('offer_made')
    calls.form.note.value = 'Wants 30 thousand'
    calls.select(1)
    expect(calls.form.note.value).toBe('')
    calls.select(0)
    expect(calls.form.note.value).toBe('Wants 30 thousand')
    expect(calls.form.outcome.value).toBe('offer_made')
  })

  it('saves a note, opens the next car, and undoes the note from its notice', async () => {
    const { twin, calls, toasts, selectedId } = await startCalls()
    calls.form.choose('voicemail')
    const saving = calls.save(true)
    await twin.settled()
    expect(calls.busy.value).toBe('saving')
    await twin.next('sightings.record').succeed(sightedCar('a', { outcome: 'voicemail' }))
    expect(await saving).toBe(true)
    expect(selectedId.value).toBe('b')
    expect(calls.form.isDirty.value).toBe(false)
    expect(toasts.shown.value.map(({ text }) => text)).toEqual(['Priya Raman: left a voicemail.'])
    toasts.shown.value[0]?.action?.run()
    expect(twin.next('sightings.undoRecord').input).toEqual({ customerId: 'a' })
  })

  it('shows only the newest notice with Undo', async () => {
    const { twin, calls, toasts } = await startCalls()
    for (const id of ['a', 'b']) {
      calls.form.choose('bought')
      const saving = calls.save(true)
      await twin.settled()
      await twin.next('sightings.record').succeed(sightedCar(id, { outcome: 'bought' }))
      await saving
    }
    expect(toasts.shown.value).toHaveLength(1)
  })

  it('keeps the input when saving fails', async () => {
    const { twin, calls, toasts } = await startCalls()
    calls.form.choose('bought')
    const saving = calls.save(true)
    await twin.settled()
    await twin.next('sightings.record').fail({ message: 'The disk is full.' })
    expect(await saving).toBe(false)
    expect(calls.failure.value?.message).toBe('The disk is full.')
    expect(calls.form.outcome.value).toBe('bought')
    expect(toasts.shown.value).toEqual([])
  })

  it('asks who is working before a note is saved, and saves it for the car that was open', async () => {
    let answer = (): void => undefined
    const { twin, calls } = await startCalls(true, () => new Promise((resolve) => (answer = resolve)))
    calls.form.choose('voicemail')
    const saving = calls.save(false)
    await twin.settled()
    expect(twin.calls.map(({ method }) => method)).not.toContain('sightings.record')
    calls.select(1)
    answer()
    await twin.settled()
    expect(twin.next('sightings.record').input).toMatchObject({ customerId: 'a', outcome: 'voicemail' })
    await twin.next('sightings.record').succeed(sightedCar('a', { outcome: 'voicemail' }))
    expect(await saving).toBe(true)
  })

  it('asks before a customer is marked as Do Not Contact', async () => {
    const { twin, calls, confirmations } = await startCalls(false)
    calls.form.choose('do_not_contact')
    expect(await calls.save(false)).toBe(false)
    expect(confirmations[0]?.title).toBe('Mark Priya Raman as Do Not Contact?')
    expect(confirmations[0]?.text).toContain('also on 172 other customers (13 calls)')
    expect(twin.calls.some(({ method }) => method === 'sightings.record')).toBe(false)
  })

  it('asks before contact is allowed again, and the notice undoes it', async () => {
    const refused = await startCalls(false)
    await refused.calls.allowContact()
    expect(refused.confirmations[0]?.title).toBe('Allow contact with Priya Raman?')
    expect(refused.confirmations[0]?.text).toContain(
      'also on 172 other customers (13 calls), who can be contacted again',
    )
    expect(refused.twin.calls.map(({ method }) => method)).not.toContain('sightings.allowContact')
    const { twin, calls, toasts } = await startCalls()
    const allowing = calls.allowContact()
    await twin.settled()
    await twin.next('sightings.allowContact').succeed(sightedCar('a'))
    await allowing
    const [notice] = toasts.shown.value
    expect(notice?.text).toBe(
      'Priya Raman can be contacted again. Also 172 other customers (13 calls) with the same number.',
    )
    notice?.action?.run()
    expect(twin.next('sightings.undoRecord').input).toEqual({ customerId: 'a' })
    await twin.next('sightings.undoRecord').succeed(marked('a'))
    await expect.poll(() => toasts.shown.value.at(-1)?.text).toBe('Priya Raman is marked Do Not Contact again.')
  })

  it('says that an outcome was undone, and who can be contacted again', async () => {
    const { twin, calls, toasts } = await startCalls()
    const undoing = calls.undo()
    await twin.next('sightings.undoRecord').succeed(sightedCar('a'))
    await undoing
    expect(toasts.shown.value.at(-1)?.text).toBe('Priya Raman: last outcome undone.')

    calls.form.choose('do_not_contact')
    const saving = calls.save(false)
    await twin.settled()
    await twin.next('sightings.record').succeed(marked('a'))
    await saving
    toasts.shown.value.at(-1)?.action?.run()
    await twin.next('sightings.undoRecord').succeed(sightedCar('a'))
    await expect
      .poll(() => toasts.shown.value.at(-1)?.text)
      .toBe('Priya Raman can be contacted again. Also 172 other customers (13 calls) with the same number.')
  })
})
