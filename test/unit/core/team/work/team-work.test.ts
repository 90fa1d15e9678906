import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { clearTeamLog } from '../../../../../src/core/team/log/log-repository.ts'
import { retentionRules } from '../../../../../src/core/retention/retention-rules.ts'
import { desk, founder, office } from '../team-log-harness.ts'
import { exchange, exchangeAll, openWorkPc, scope, type MemoryServer, type WorkPc } from './work-harness.ts'

let server: MemoryServer
let [one, other]: WorkPc[] = []
const pcs = (): [WorkPc, WorkPc] => {
  if (!one || !other) throw new Error('No PCs')
  return [one, other]
}

beforeEach(() => {
  server = new Map()
  one = openWorkPc(founder, { person: 'Alex Chen' })
  other = openWorkPc(desk, { person: 'Sam Lee' })
  for (const pc of [one, other]) onTestFinished(() => pc.close())
})

const joined = (): [WorkPc, WorkPc] => {
  for (const pc of pcs()) pc.join()
  return pcs()
}

describe('an outcome of another PC', () => {
  it('is in the call log with the name of its person and its PC', async () => {
    const [here, there] = joined()
    there.record('7', 'no_answer', 'Rang twice')
    await exchangeAll([here, there], server)
    expect(here.notes('7')).toEqual(['no_answer Rang twice Sam Lee'])
    expect(here.callLog.notes(scope, '7')[0]).toMatchObject({ pc: desk.device })
    expect(there.callLog.notes(scope, '7')[0]).not.toHaveProperty('pc')
    expect(here.callLog.latest(scope).get('7')?.outcome).toBe('no_answer')
    expect(here.events).toContain('outcomes')
  })

  it('is kept beside one of the same time, the later one first on each PC', async () => {
    const [here, there] = joined()
    await exchangeAll([here, there], server)
    there.record('7', 'bought')
    await there.clock.advance(1_000)
    await here.clock.advance(5_000)
    here.record('7', 'no_answer')
    await exchangeAll([here, there], server)
    expect(here.notes('7')).toEqual(['no_answer  Alex Chen', 'bought  Sam Lee'])
    expect(there.notes('7')).toEqual(here.notes('7'))
    expect(there.callLog.latest(scope).get('7')?.outcome).toBe('no_answer')
    expect([...there.callLog.reached(scope)]).toEqual(['7'])
  })

  it('is not undone by an undo on this PC', async () => {
    const [here, there] = joined()
    here.record('7', 'no_answer')
    await exchangeAll([here, there], server)
    there.record('7', 'bought')
    await exchangeAll([here, there], server)
    here.undo('7')
    await exchangeAll([here, there], server)
    expect(here.notes('7')).toEqual(['bought  Sam Lee'])
    expect(there.notes('7')).toEqual(['bought  Sam Lee'])
    expect(() => here.undo('7')).toThrow('There is nothing to undo')
  })

  it('is gone after its PC has undone it', async () => {
    const [here, there] = joined()
    there.record('7', 'bought')
    await exchangeAll([here, there], server)
    there.undo('7')
    await exchangeAll([here, there], server)
    expect(here.notes('7')).toEqual([])
    expect(here.callLog.latest(scope).has('7')).toBe(false)
    expect(here.callLog.reached(scope).has('7')).toBe(false)
  })

  const planCall = ({ recorder }: ReturnType<typeof joined>[number], nextDate: string, nextTime: string): void =>
    recorder.record(scope, { id: '7', doNotContact: false, mobileNumber: null } as never, {
      outcome: 'call_back',
      note: '',
      nextAction: '',
      nextDate,
      nextTime,
      amount: null,
    })

  it('does not remind this PC of a call that was planned there', async () => {
    const [here, there] = joined()
    planCall(there, '2026-12-01', '10:00')
    await exchangeAll([here, there], server)
    expect(there.callLog.unreminded(scope)).toHaveLength(1)
    expect(here.callLog.unreminded(scope)).toEqual([])
    expect(here.callLog.latest(scope).get('7')?.nextTime).toBe('10:00')
  })

  it('is planned for the same moment in another time zone', async () => {
    const [here, there] = joined()
    const zone = process.env['TZ']
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    })
    process.env['TZ'] = 'Australia/Sydney'
    planCall(there, '2026-12-02', '00:30')
    await exchangeAll([there], server)
    process.env['TZ'] = 'Australia/Perth'
    await exchangeAll([here], server)
    expect(here.callLog.latest(scope).get('7')).toMatchObject({ nextDate: '2026-12-01', nextTime: '21:30' })
  })
})

describe('work from before the team', () => {
  it('is published once, also when it was undone or the team is opened again', async () => {
    const [here, there] = pcs()
    here.record('7', 'no_answer', 'First')
    here.record('7', 'bought', 'Second')
    here.record('8', 'bought')
    here.undo('8')
    here.forbid('9')
    const savedId = here.templates.save({ id: null, channel: 'sms', name: 'Hello', subject: '', text: 'Hi' })
    for (let round = 0; round < 2; round += 1) {
      here.join()
      await here.settled()
      await here.closeTeam()
    }
    joined()
    await exchangeAll([here, there], server)
    expect(there.notes('7')).toEqual(['bought Second Alex Chen', 'no_answer First Alex Chen'])
    expect(there.notes('8')).toEqual([])
    expect(there.isForbidden('9')).toBe(true)
    expect(there.templates.get().templates.find(({ id }) => id === savedId)?.text).toBe('Hi')
    expect(here.team()?.session.log.heads().get(founder.device)).toBe(1 + 2 + 2 + 1)
  })

  it('is published by both PCs, and no outcome of either is lost', async () => {
    const [here, there] = pcs()
    here.record('7', 'no_answer')
    await there.clock.advance(60_000)
    there.record('7', 'bought')
    joined()
    await exchangeAll([here, there], server)
    expect(here.notes('7')).toHaveLength(2)
    expect(there.notes('7')).toEqual(here.notes('7'))
  })
})

it('writes what was done while the team was closed when it is opened', async () => {
  const [here, there] = joined()
  here.record('7', 'no_answer')
  here.forbid('8')
  await exchangeAll([here, there], server)
  await here.closeTeam()
  here.undo('7')
  here.record('9', 'bought')
  here.allow('8')
  here.join()
  await exchangeAll([here, there], server)
  expect(there.notes('7')).toEqual([])
  expect(there.notes('9')).toEqual(['bought  Alex Chen'])
  expect(there.isForbidden('8')).toBe(false)
})

it('notes nothing for a team where there is none', () => {
  const [here] = pcs()
  here.record('7', 'do_not_contact')
  here.undo('7')
  expect(here.database.all('SELECT * FROM team_outbox')).toEqual([])
})

describe('Do Not Contact', () => {
  it('is in force on each PC for the person and the number', async () => {
    const [here, there] = joined()
    there.record('7', 'do_not_contact')
    await exchangeAll([here, there], server)
    expect(here.isForbidden('7')).toBe(true)
    expect(here.isForbidden('17')).toBe(true)
    expect(here.isForbidden('8')).toBe(false)
    expect(here.events).toContain('contacts')
    here.allow('7')
    await exchangeAll([here, there], server)
    expect([here.isForbidden('7'), there.isForbidden('7')]).toEqual([false, false])
  })

  it('stays in force when another PC marks while one removes', async () => {
    const [here, there] = joined()
    here.forbid('7')
    await exchangeAll([here, there], server)
    here.allow('7')
    there.allow('7')
    there.forbid('7')
    await exchangeAll([here, there], server)
    expect([here.isForbidden('7'), there.isForbidden('7')]).toEqual([true, true])
  })

  it('stays in force when the undo of an outcome leaves the mark of another PC', async () => {
    const [here, there] = joined()
    await exchangeAll([here, there], server)
    here.record('7', 'do_not_contact')
    there.record('7', 'do_not_contact')
    await exchangeAll([here, there], server)
    here.undo('7')
    await exchangeAll([here, there], server)
    expect([here.isForbidden('7'), there.isForbidden('7')]).toEqual([true, true])
    expect(here.notes('7')).toEqual(['do_not_contact  Sam Lee'])
    there.undo('7')
    await exchangeAll([here, there], server)
    expect([here.isForbidden('7'), there.isForbidden('7')]).toEqual([false, false])
  })
})

describe('a template and a view', () => {
  const view = {
    id: null,
    name: 'Old cars',
    filter: {},
    sort: 'clientName',
    descending: false,
    columns: [],
  } as unknown as Parameters<WorkPc['views']['save']>[1]

  it('are the same on each PC after a change and a deletion', async () => {
    const [here, there] = joined()
    const [standard] = here.templates.get().templates
    if (!standard) throw new Error('No templates')
    here.templates.save({ ...standard, text: 'Ours' })
    const savedView = here.views.save('c', view)
    await exchangeAll([here, there], server)
    expect(there.templates.get().templates[0]).toMatchObject({ id: standard.id, text: 'Ours', isDefault: false })
    expect(there.views.all('c')).toEqual(here.views.all('c'))
    expect(there.events).toEqual(expect.arrayContaining(['sightings.changed', 'customers.changed']))
    there.templates.remove(standard.id)
    there.views.remove('c', savedView.id)
    await exchangeAll([here, there], server)
    expect(here.templates.get().templates.some(({ id }) => id === standard.id)).toBe(false)
    expect(here.views.all('c')).toEqual([])
    here.templates.restore()
    await exchangeAll([here, there], server)
    expect(there.templates.get().templates.find(({ id }) => id === standard.id)).toEqual(standard)
  })

  it('of another form than this version knows does not break the list', async () => {
    const [here, there] = joined()
    there
      .team()
      ?.session.add(
        { kind: 'view', data: { id: 'v', content: { list: 'customers', name: 'Odd', definition: '{' } } },
        null,
      )
    await exchangeAll([here, there], server)
    expect(here.views.all('c')).toEqual([])
  })
})

it('applies the log to a connection that is added later', async () => {
  const [here, there] = joined()
  here.database.run("UPDATE connection SET removed = 1 WHERE id = 'c'")
  there.record('7', 'bought')
  await exchangeAll([here, there], server)
  expect(here.notes('7')).toEqual([])
  here.database.run("UPDATE connection SET removed = 0 WHERE id = 'c'")
  await exchange(here, server)
  there.record('8', 'bought')
  await exchangeAll([there, here], server)
  expect([here.notes('7').length, here.notes('8').length]).toEqual([1, 1])
})

it('removes the notes of other PCs when this one leaves, and has it once after it joins again', async () => {
  const [here, there] = joined()
  here.record('7', 'no_answer')
  there.record('7', 'bought')
  await exchangeAll([here, there], server)
  await here.closeTeam()
  clearTeamLog(here.database)
  expect(here.notes('7')).toEqual(['no_answer  Alex Chen'])
  const again = openWorkPc(office, { person: 'Alex Chen' })
  onTestFinished(() => again.close())
  const rows = here.database.all<Record<string, string | number | null>>('SELECT * FROM sighting_entry')
  for (const row of rows) {
    const columns = Object.keys(row)
    again.database.run(
      `INSERT INTO sighting_entry (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      Object.values(row),
    )
  }
  again.join()
  await exchangeAll([again, there], server)
  expect(again.notes('7').toSorted()).toEqual(['bought  Sam Lee', 'no_answer  Alex Chen'])
  expect(there.notes('7')).toHaveLength(2)
})

it('does not bring back what was deleted for its age, and keeps what the server does not have', async () => {
  const [here, there] = joined()
  here.record('7', 'no_answer', 'Old')
  there.record('7', 'bought', 'Old too')
  there.record('7', 'call_back', 'Later')
  await exchangeAll([here, there], server)
  here.record('8', 'no_answer', 'Not pushed')
  await here.settled()
  const time = { before: '2027-01-01T00:00:00.000Z', at: '2027-01-01T00:00:00.000Z' }
  const options = { signal: new AbortController().signal, onDeleted: () => undefined }
  await retentionRules.notes.delete({ database: here.database, logFolder: '' }, time, options)
  expect(here.notes('7')).toEqual(['call_back Later Sam Lee'])
  there.record('7', 'price_gap', 'New')
  await exchangeAll([here, there], server)
  expect(here.notes('7')).toEqual(['price_gap New Sam Lee', 'call_back Later Sam Lee'])
  expect(there.notes('7')).toHaveLength(4)
  expect(there.notes('8')).toEqual(['no_answer Not pushed Alex Chen'])
})

it('takes the notes of a removed PC out of the call log', async () => {
  const [here, there] = joined()
  there.record('7', 'bought')
  await exchangeAll([here, there], server)
  const list = { version: 2, members: [desk.member({ until: 0 })], grants: [], keys: [] }
  here.team()?.session.add({ kind: 'members', data: list }, null)
  await here.settled()
  expect(here.notes('7')).toEqual([])
})
