import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHybridClock } from '../../../../../src/core/team/clock/hybrid-clock.ts'
import type { TeamContent } from '../../../../../src/core/team/log/entry-kinds.ts'
import { newEntryId, refOf, type LogEntry } from '../../../../../src/core/team/log/entry.ts'
import { activeLock, mergeCar, replacedUnseen } from '../../../../../src/core/team/merge/merge-car.ts'
import { mergeContacts } from '../../../../../src/core/team/merge/merge-contacts.ts'
import { mergeShared, mergeUploads } from '../../../../../src/core/team/merge/merge-shared.ts'
import { latestRefs, orderEntries } from '../../../../../src/core/team/merge/order-entries.ts'
import { account, noteAbout, sampleContents, teamCar } from '../sample-entries.ts'
import { runs } from '../../../../runs.ts'

const [now, day] = [Date.UTC(2026, 10, 23, 2), 86_400_000]
const deviceNames = ['a', 'b', 'c', 'd'] as const
const deviceOf = (name: string): string => `00000000-0000-4000-8000-00000000000${name}`
const car = teamCar('7')
const outcome = (text: string): TeamContent => noteAbout(car, text)

/** A PC with its own clock, which has only the entries that it received. */
function createTwin(name: string, wallMs: () => number) {
  const device = deviceOf(name)
  const clock = createHybridClock(wallMs)
  const known = new Map<string, LogEntry>()
  let n = 0
  const keyOf = (entry: LogEntry): string => `${entry.device} ${entry.n}`
  return {
    entries: () => [...known.values()],
    receive(entry: LogEntry): void {
      if (entry.device !== device) clock.observe(entry.device, entry.at)
      known.set(keyOf(entry), entry)
    },
    write(content: TeamContent | ((refs: readonly string[]) => TeamContent)): LogEntry {
      n += 1
      const after = latestRefs(orderEntries([...known.values()]))
      const refs = [...known.values()].map((each) => refOf(each.device, each.id))
      const data = typeof content === 'function' ? content(refs) : content
      const entry = { ...data, id: newEntryId(), at: clock.next(), after, by: { id: name, name }, device, n }
      known.set(keyOf(entry), entry)
      return entry
    },
  }
}
const texts = (entries: readonly LogEntry[]): string[] => mergeCar(entries).outcomes.map((each) => each.note)

/** What every PC shows of all subjects. */
const shown = (entries: readonly LogEntry[]) => ({
  car: mergeCar(entries),
  contacts: mergeContacts(entries),
  template: mergeShared('template', entries),
  uploads: mergeUploads(entries),
})

describe('PCs that write, exchange entries in any order, twice, late or never, with clocks days apart', () => {
  const contents: readonly ((refs: readonly string[]) => TeamContent)[] = [
    () => outcome('called'),
    () => ({ kind: 'assignment', data: { car, to: { id: 'x', name: 'Sam' } } }),
    () => ({ kind: 'lock', data: { car, seconds: 60 } }),
    (refs) => ({ kind: 'lock-released', data: { car, locks: refs.slice(-2) } }),
    (refs) => ({ kind: 'outcome-undone', data: { car, outcome: refs.at(-1) ?? 'none' } }),
    () => ({ kind: 'do-not-contact', data: { account, region: 'au', customerId: '7', mobiles: ['61491570006'] } }),
    (refs) => ({ kind: 'contact-allowed', data: { account, marks: [...refs].slice(-5) } }),
    () => ({ kind: 'template', data: { id: 't', content: null } }),
    () => sampleContents[9],
  ]
  const pc = fc.integer({ min: 0, max: 3 })
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), pc, content: fc.nat(contents.length - 1) }),
    // Each entry is delivered alone: loss is one that no step delivers before the end.
    fc.record({ do: fc.constant('deliver' as const), pc, entry: fc.nat(200) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: day }) }),
  )
  const skews = fc.tuple(...deviceNames.map(() => fc.integer({ min: -9 * day, max: 9 * day })))

  it('show the same in the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), skews, fc.infiniteStream(fc.nat()), (steps, skew, random) => {
        let wall = now
        const pcs = deviceNames.map((name, at) => createTwin(name, () => wall + (skew[at] ?? 0)))
        const all: LogEntry[] = []
        for (const each of steps) {
          if (each.do === 'wait') wall += each.ms
          else if (each.do === 'write') {
            const content = contents[each.content]
            const writer = pcs[each.pc]
            if (content && writer) all.push(writer.write(content))
          } else {
            const entry = all[each.entry % Math.max(1, all.length)]
            if (entry) pcs[each.pc]?.receive(entry)
          }
        }
        const results = pcs.map((each) => {
          const rest = all
            .map((entry) => ({ entry, at: random.next().value ?? 0 }))
            .toSorted((one, other) => one.at - other.at)
          for (const { entry } of rest) each.receive(entry)
          return shown(each.entries().toReversed())
        })
        for (const result of results) expect(result).toEqual(results[0])
        expect(results[0]).toEqual(shown(all))
      }),
      { numRuns: runs(150) },
    )
  })

  it('show an entry after all that its writer had seen, whatever the clocks say', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pc, fc.boolean()), { maxLength: 30 }), skews, (steps, skew) => {
        const pcs = deviceNames.map((name, at) => createTwin(name, () => now + (skew[at] ?? 0)))
        const all: LogEntry[] = []
        for (const [at, syncsBefore] of steps) {
          if (syncsBefore) for (const entry of all) pcs[at]?.receive(entry)
          const written = pcs[at]?.write(outcome('x'))
          if (written) all.push(written)
          if (!syncsBefore || !written) continue
          const ordered = orderEntries(all)
          expect(ordered.at(-1)?.entry).toBe(written)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('a clock that is days ahead', () => {
  it('is latest only until another PC that has seen its entry writes', () => {
    const [ahead, desk] = [createTwin('a', () => now + 5 * day), createTwin('b', () => now)]
    const first = ahead.write(outcome('of the future'))
    const same = desk.write(outcome('at the same time'))
    expect(texts([first, same])).toEqual(['of the future', 'at the same time'])
    desk.receive(first)
    const later = desk.write(outcome('an hour later'))
    expect(texts([later, same, first])).toEqual(['an hour later', 'of the future', 'at the same time'])
    expect(mergeCar([later, same, first]).outcomes.every(({ atMs }) => atMs <= now)).toBe(true)
  })

  it('does not put later entries of a third PC behind it, once one PC has seen it', () => {
    const wall = { ms: now }
    const [ahead, desk, third] = [
      createTwin('a', () => now + 5 * day),
      createTwin('b', () => now),
      createTwin('c', () => wall.ms),
    ]
    const first = ahead.write(outcome('of the future'))
    desk.receive(first)
    const second = desk.write(outcome('seen'))
    wall.ms += 60_000
    const offline = third.write(outcome('a minute later, offline'))
    expect(texts([first, second, offline])[0]).toBe('a minute later, offline')
  })

  it('holds no car for days', () => {
    const ahead = createTwin('a', () => now + 5 * day)
    const merged = mergeCar([ahead.write({ kind: 'lock', data: { car, seconds: 300 } })])
    expect(activeLock(merged, now + 299_000, () => now)?.device).toBe(deviceOf('a'))
    expect(activeLock(merged, now + 300_000, () => now)).toBeNull()
  })

  it('holds a car as long as any other when it is hours behind, or the clock here is hours ahead', () => {
    const behind = createTwin('a', () => now - 3 * 3_600_000)
    const merged = mergeCar([behind.write({ kind: 'lock', data: { car, seconds: 300 } })])
    expect(activeLock(merged, now + 299_000, () => now)?.device).toBe(deviceOf('a'))
    expect(activeLock(merged, now + 300_000, () => now)).toBeNull()
    // The clock here was hours ahead when the lock arrived, and is right now.
    const right = mergeCar([createTwin('a', () => now).write({ kind: 'lock', data: { car, seconds: 300 } })])
    expect(activeLock(right, now + 1_000, () => now + 3 * 3_600_000)?.untilMs).toBe(now + 300_000)
  })

  it('holds no car that its own PC took, once it is set right', () => {
    const ahead = createTwin('a', () => now + 5 * day)
    const merged = mergeCar([ahead.write({ kind: 'lock', data: { car, seconds: 300 } })])
    expect(activeLock(merged, now + 5 * day, () => now + 5 * day)?.device).toBe(deviceOf('a'))
    expect(activeLock(merged, now, () => now + 5 * day)).toBeNull()
  })
})

describe('two PCs at once', () => {
  it('keep both outcomes, the later one first', () => {
    const [one, other] = [createTwin('a', () => now + 1_000), createTwin('b', () => now)]
    expect(texts([one.write(outcome('later')), other.write(outcome('earlier'))])).toEqual(['later', 'earlier'])
  })

  it('that take a car give it to the first one on each PC, until its lock expires', () => {
    const [one, other] = [createTwin('a', () => now + 1_000), createTwin('b', () => now)]
    const take: TeamContent = { kind: 'lock', data: { car, seconds: 300 } }
    const merged = mergeCar([one.write(take), other.write(take)])
    const arrived = (): number => now + 2_000
    expect(activeLock(merged, now + 2_000, arrived)?.device).toBe(deviceOf('b'))
    expect(activeLock(merged, now + 300_500, arrived)?.device).toBe(deviceOf('a'))
    expect(activeLock(merged, now + 301_000, arrived)).toBeNull()
  })

  it('that assign a car to different people name the assignment that was replaced unseen, until the car is assigned or called again', () => {
    const [one, other] = [createTwin('a', () => now + 1_000), createTwin('b', () => now)]
    const assign = (id: string, name: string): TeamContent => ({ kind: 'assignment', data: { car, to: { id, name } } })
    const entries = [one.write(assign('s', 'Sam')), other.write(assign('k', 'Kim'))]
    const replaced = { to: { name: 'Kim' }, by: { name: 'b' }, device: deviceOf('b') }
    expect(mergeCar(entries).assignment?.to?.name).toBe('Sam')
    expect(replacedUnseen(entries)).toMatchObject(replaced)
    const same = [createTwin('c', () => now + 2_000).write(assign('s2', 'sam')), entries[0] as LogEntry]
    expect(replacedUnseen(same)).toBeNull()
    for (const entry of entries) one.receive(entry)
    expect(replacedUnseen([...entries, one.write(outcome('called'))])).toBeNull()
    expect(replacedUnseen([...entries, one.write(assign('k', 'Kim'))])).toBeNull()
  })
})

it('ends a lock with its release and with an outcome of the same PC', () => {
  const pc = createTwin('a', () => now)
  const lock = pc.write({ kind: 'lock', data: { car, seconds: 300 } })
  const ref = refOf(lock.device, lock.id)
  const released = createTwin('b', () => now).write({ kind: 'lock-released', data: { car, locks: [ref] } })
  expect(mergeCar([lock, released]).locks).toEqual([])
  expect(mergeCar([lock, pc.write(outcome('talked'))]).locks).toEqual([])
  expect(mergeCar([lock, createTwin('c', () => now + 1).write(outcome('other PC'))]).locks).toHaveLength(1)
})

describe('do-not-contact', () => {
  const mark: TeamContent = {
    kind: 'do-not-contact',
    data: { account, region: 'au', customerId: '7', mobiles: ['61491570006'] },
  }
  const [one, other] = [createTwin('a', () => now - 9 * day), createTwin('b', () => now + 9 * day)]
  const first = one.write(mark)
  const removal = one.write({ kind: 'contact-allowed', data: { account, marks: [refOf(first.device, first.id)] } })
  const concurrent = other.write(mark)

  it('is removed by a removal that names it', () => {
    expect(mergeContacts([removal, first])).toEqual([])
  })
  it('wins over a removal that had not seen it, whichever clock is ahead', () => {
    expect(mergeContacts([concurrent, removal, first])).toHaveLength(1)
    expect(mergeContacts([{ ...concurrent, at: [5, 0] }, removal, first])).toHaveLength(1)
  })
  it('names the record and its numbers', () => {
    expect(mergeContacts([first])).toMatchObject([{ customerId: '7', mobiles: ['61491570006'] }])
  })
})

it('ends with hostile entries that name each other, in the same order from any start', () => {
  const [one, other] = [createTwin('a', () => now).write(outcome('x')), createTwin('b', () => now).write(outcome('y'))]
  const circle = [
    { ...one, after: [refOf(other.device, other.id), refOf(one.device, one.id)] },
    { ...other, after: [refOf(one.device, one.id)] },
  ]
  expect(orderEntries(circle).map(({ ref }) => ref)).toEqual(orderEntries(circle.toReversed()).map(({ ref }) => ref))
})

it('orders a chain of 20,000 entries that name each other', () => {
  const chain = Array.from({ length: 20_000 }, (_, at): LogEntry => ({
    ...outcome('x'),
    id: `e${at}`,
    at: [now - at, 0],
    after: at === 0 ? [] : [`${deviceOf(at % 2 ? 'a' : 'b')}:e${at - 1}`],
    by: null,
    device: deviceOf(at % 2 ? 'b' : 'a'),
    n: at + 1,
  }))
  expect(orderEntries(chain.toReversed()).map(({ entry }) => entry.n)).toEqual(chain.map(({ n }) => n))
})

it('counts the first of two entries with one id, so that a device cannot replace what it wrote', () => {
  const first = createTwin('a', () => now).write(outcome('first'))
  expect(texts([{ ...first, ...outcome('replaced'), n: 2 }, first])).toEqual(['first'])
})

it('describes an upload as its own PC did last', () => {
  const upload = sampleContents[9]
  const [one, other] = [createTwin('a', () => now), createTwin('b', () => now + 5)]
  const entries = [
    one.write({ ...upload, data: { ...upload.data, finished: false, created: 1 } }),
    one.write(upload),
    other.write({ ...upload, data: { ...upload.data, name: 'Of another PC' } }),
  ]
  expect(mergeUploads(entries).map(({ name, created }) => [name, created])).toEqual([
    ['Of another PC', 9],
    ['November', 9],
  ])
})
