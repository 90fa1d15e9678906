import { groupsToCall } from '../../src/contract/call-group.ts'
import type { CallNote } from '../../src/contract/call-note.ts'
import { SightingFilter } from '../../src/contract/sightings.ts'
import type { KillableProgram } from './killable-program.ts'

/** PCs name their own rows themselves; everything else about a note is the same on each. */
const withoutPc = (note: CallNote) => ({ ...note, id: null, pc: null })

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/**
 * What the screens of one program show of the work that a team shares. Equal on each PC that has the same entries, the same customers and
 * the right time. `fileHashes`: of the files that were uploaded.
 */
export async function sharedScreens({ get }: KillableProgram) {
  const whole = { ...SightingFilter.parse({}), offset: 0, limit: 200 }
  const { cars } = await get('sightings.list', whole)
  const ids = cars.map(({ customer }) => customer.id).toSorted()
  const [{ templates }, { views }, status] = await Promise.all([
    get('sightings.templates', {}),
    get('customers.views', {}),
    get('team.status', {}),
  ])
  const history = []
  const work = []
  for (const customerId of ids) {
    const { entries } = await get('sightings.history', { customerId })
    history.push({ customerId, entries: entries.map(withoutPc) })
    const car = (await get('teamWork.car', { customerId })).work
    work.push(
      car && {
        customerId,
        lock: car.lock?.device ?? null,
      },
    )
  }
  const report = await get('sightings.report', { period: 'month', back: 0 })
  return {
    cars: cars
      .map(({ customer, outcome, due, phone, email, callNote, chance, assignedTo }) => ({
        id: customer.id,
        doNotContact: customer.doNotContact,
        outcome,
        due,
        phone,
        email,
        chance,
        assignedTo,
        callNote: callNote && withoutPc(callNote),
      }))
      .toSorted(byText),
    toCall: (await get('sightings.list', { ...whole, groups: [...groupsToCall] })).total,
    history,
    work,
    templates: templates.toSorted(byText),
    views: views.toSorted(byText),
    report: {
      total: report.total,
      people: report.people
        .map(({ person, ...figures }) => ({ ...figures, name: person?.name ?? null }))
        .toSorted(byText),
    },
    uploads: (await get('teamWork.uploads', { limit: 200 })).uploads
      .map((upload) => ({ ...upload, isThisPc: null }))
      .toSorted(byText),
    // A PC whose clock was ahead was last active "now".
    members: status.team?.members.map((member) => ({ ...member, isThisPc: null, lastActiveAt: null })).toSorted(byText),
    refused: status.age?.refused,
    newer: status.age?.newer,
  }
}
