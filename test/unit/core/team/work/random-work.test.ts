import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { OutcomeCode } from '../../../../../src/contract/call-note.ts'
import { seededNumbers } from '../../../../service/seeded-numbers.ts'
import { isLong } from '../../../../runs.ts'
import { desk, founder, office } from '../team-log-harness.ts'
import { exchange, exchangeAll, openWorkPc, scope, workFolder, type MemoryServer, type WorkPc } from './work-harness.ts'

const operations = isLong ? 1_000 : 120
const seed = Number(process.env['FORECOURT_PROPERTY_SEED'] ?? 1)
const customers = ['1', '2', '3', '14']
const outcomes: readonly OutcomeCode[] = [
  'no_answer',
  'bought',
  'call_back',
  'do_not_contact',
  'price_gap',
  'offer_made',
]

/** Takes part of what the server has, some of it twice, and pushes part of the own entries: the rest is lost. */
async function exchangeBadly(pc: WorkPc, server: MemoryServer, random: () => number): Promise<void> {
  const log = pc.team()?.session.log
  if (!log) return
  const own = server.get(pc.pc.device) ?? []
  const pushed = log.read(own.length, Math.floor(random() * 10))
  server.set(pc.pc.device, [...own, ...pushed])
  if (random() < 0.5) log.setPushed(own.length + pushed.length)
  for (const [device, entries] of server) {
    if (device === pc.pc.device || random() < 0.4) continue
    const head = log.heads().get(device) ?? 0
    const from = Math.max(0, head - Math.floor(random() * 3))
    await log.receive(entries.slice(from, head + Math.floor(random() * 12)))
  }
}

it(`shows the same on three PCs after ${operations} random operations with loss, delay, repeats and kills, nothing lost or doubled`, async () => {
  const random = seededNumbers(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const folder = workFolder()
  const writers = [founder, desk, office]
  const start = (at: number, startsAt: number): WorkPc => {
    const writer = writers[at] ?? founder
    return openWorkPc(writer, { path: join(folder, `${at}.db`), person: `Person ${at}`, startsAt })
  }
  const dayMs = 86_400_000
  // Clocks that are hours and days apart.
  const pcs = [start(0, 0), start(1, -7_200_000), start(2, 3 * dayMs)]
  onTestFinished(() => Promise.all(pcs.map((pc) => pc.close())).then(() => undefined))
  const server: MemoryServer = new Map()
  const expected = new Set<string>()
  const calls: Record<string, (pc: WorkPc, at: number, id: string, number: number) => unknown> = {
    record(pc, _at, id, number) {
      const text = `Call ${number}`
      pc.record(id, pick(outcomes), text)
      expected.add(text)
    },
    undo(pc, _at, id) {
      const own = pc.callLog.notes(scope, id).find((note) => note.pc === undefined)
      pc.undo(id)
      if (own) expected.delete(own.note)
    },
    forbid: (pc, _at, id) => pc.forbid(id),
    allow: (pc, _at, id) => pc.allow(id),
    template(pc, _at, _id, number) {
      const { templates } = pc.templates.get()
      if (templates.length > 0) pc.templates.save({ ...pick(templates), text: `Text ${number}` })
    },
    removeTemplate(pc) {
      const { templates } = pc.templates.get()
      if (templates.length > 0) pc.templates.remove(pick(templates).id)
    },
    restoreTemplates: (pc) => pc.templates.restore(),
    close: (pc) => pc.closeTeam(),
    exchange: (pc) => exchange(pc, server),
    exchangeBadly: (pc) => exchangeBadly(pc, server, random),
    async kill(pc, at) {
      const ahead = pc.clock.now().getTime() - Date.UTC(2026, 10, 23)
      await pc.close()
      pcs[at] = start(at, ahead)
      pcs[at]?.join()
    },
  }
  const common = ['record', 'record', 'record', 'undo', 'forbid', 'allow', 'exchangeBadly', 'exchangeBadly']
  const names = [...common, ...common, ...Object.keys(calls)]
  for (const pc of pcs) pc.join()
  // Without the list of members nobody's entries count.
  await exchangeAll(pcs, server)
  for (let number = 0; number < operations; number += 1) {
    const at = Math.floor(random() * pcs.length)
    const pc = pcs[at] as WorkPc
    await pc.clock.advance(Math.floor(random() * 100_000))
    if (pc.team() === null && random() < 0.5) pc.join()
    try {
      await calls[pick(names)]?.(pc, at, pick(customers), number)
    } catch (error) {
      // A call to a Do Not Contact person, nothing to undo.
      if ((error as Error).name !== 'FailureError') throw error
    }
  }
  for (const pc of pcs) if (pc.team() === null) pc.join()
  await exchangeAll(pcs, server)
  const [first, ...others] = pcs.map((pc) => pc.shown(customers))
  for (const shown of others) expect(shown, `seed ${seed}`).toEqual(first)
  const calledTexts = first?.notes.flat().flatMap(([, , text]) => (text?.startsWith('Call ') ? [text] : [])) ?? []
  expect(calledTexts.toSorted(), `seed ${seed}`).toEqual(
    [...expected].filter((text) => text.startsWith('Call ')).toSorted(),
  )
  expect(calledTexts.length).toBeGreaterThan(operations / 100)
  for (const pc of pcs) expect(pc.log.entries).toEqual([])
})
