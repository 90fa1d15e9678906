import { cpSync, rmSync } from 'node:fs'
import { AskFailed } from './simulation-controls.ts'
import { createDraws } from './draws.ts'
import { type RoundProgram } from './round-program.ts'

/** How the data of a round becomes older than the service: by a backup file that the user restores, or by a copy of its folder. */
export interface RestorePlan {
  readonly kind: 'backup' | 'folder'
  /** Since the start of the trouble. */
  readonly copyAtMs: number
  readonly putBackAtMs: number
  /** How long the user waits after that until nothing new appears in the list; 0: not at all. */
  readonly patienceMs: number
}

/** Puts the data of a round back at a random moment. */
export interface RestoredData {
  /** Call it while the program rests. `closed`: the data cannot be used now. `done`: nothing is left to do. */
  step(): Promise<'going on' | 'closed' | 'done'>
  /** The user resumes what Forecourt has paused from then on (simulated ms); null: it was not put back. */
  resumeAtMs(): number | null
}

/** Drawn apart from everything else, so that a round without it stays as it was. */
export function planRestore(seed: number, patienceMs: number): RestorePlan | null {
  const draws = createDraws(seed + 7_919)
  if (!draws.chance(0.4)) return null
  const copyAtMs = draws.whole(0, 60_000)
  const putBackAtMs = copyAtMs + draws.whole(1_000, 240_000)
  return { kind: draws.pick(['backup', 'folder']), copyAtMs, putBackAtMs, patienceMs }
}

const password = 'a password for backups'

export function createRestoredData(round: RoundProgram, plan: RestorePlan | null): RestoredData {
  const { simulation } = round
  const startMs = simulation.nowMs()
  let backup: string | null = null
  let isCopied = false
  let isClosed = false
  let resumeAtMs: number | null = null

  const copy = async (): Promise<void> => {
    if (plan?.kind === 'folder') cpSync(round.dataFolder, `${round.dataFolder}-copy`, { recursive: true })
    else backup = await saveBackup()
    isCopied = true
  }

  const saveBackup = async (): Promise<string> => {
    const { content, rest } = await simulation.ask('storage.saveBackup', { password })
    const parts = [Buffer.from(content, 'base64')]
    for (let part = 0; rest && part < rest.parts; part += 1) {
      const next = await simulation.ask('storage.backupPart', { file: rest.file, part })
      parts.push(Buffer.from(next.content, 'base64'))
    }
    return Buffer.concat(parts).toString('base64')
  }

  const putBack = async (): Promise<void> => {
    if (backup === null) {
      // The next life starts with the copy.
      await simulation.kill()
      rmSync(round.dataFolder, { recursive: true })
      cpSync(`${round.dataFolder}-copy`, round.dataFolder, { recursive: true })
      await simulation.passDead(plan?.patienceMs ?? 0)
    } else {
      const fileId = await simulation.addFile('May.forecourt-backup', backup, 'base64')
      const { backupId } = await simulation.ask('storage.chooseBackup', { fileId })
      await simulation.ask('storage.checkBackup', { backupId, password })
      const restored = await simulation.askOverTime('storage.replaceWithBackup', { backupId })
      if (!restored.ok) throw new AskFailed('storage.replaceWithBackup', restored.error)
      // The disk is full: the user tries again.
      isClosed = restored.value.state !== 'open'
    }
    resumeAtMs = simulation.nowMs() + (plan?.patienceMs ?? 0)
    round.noteAction(backup === null ? 'copied the data folder back' : 'restored a backup')
  }

  return {
    async step() {
      if (isClosed) {
        const retried = await simulation.askOverTime('storage.retry', {})
        isClosed = !retried.ok || retried.value.state !== 'open'
      }
      if (isClosed || !simulation.isAlive()) return 'closed'
      if (plan === null || resumeAtMs !== null) return 'done'
      const atMs = simulation.nowMs() - startMs
      if (!isCopied && atMs >= plan.copyAtMs) await copy()
      else if (isCopied && atMs >= plan.putBackAtMs) await putBack()
      return isClosed || !simulation.isAlive() ? 'closed' : 'going on'
    },
    resumeAtMs: () => resumeAtMs,
  }
}
