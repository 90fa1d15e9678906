import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { keepEverything, type RetentionDays, type RetentionKind } from '../../../../src/contract/retention-kinds.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createRetention, type RetentionPart } from '../../../../src/core/retention/retention.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { openData } from '../privacy/plant-person.ts'
import { plantedFolder, signal } from '../privacy/privacy-harness.ts'

export const dayMs = 24 * 60 * 60_000
/** What `plantEverywhere` writes is of 2026-11-20, 100 days before. */
const today = new Date('2027-02-28T00:00:00.000Z')

export interface RetentionRun {
  readonly part: RetentionPart
  readonly clock: ClockTwin
  readonly database: Database
  readonly folder: string
  /** Kinds of which rows were deleted that others may have in memory. */
  readonly deleted: RetentionKind[]
  /** Saves the days; resolves when the run that this begins has ended. */
  set(days: Partial<RetentionDays>): Promise<void>
  /** Resolves when no run is left. */
  ended(): Promise<void>
  preview(days: Partial<RetentionDays>): Promise<unknown>
  count(sql: string): number
}

export const limits = (days: Partial<RetentionDays>): RetentionDays => ({ ...keepEverything, ...days })

/** Retention alone, on a folder with two persons in every place. `planted`: a folder that an earlier run used. */
export async function startRetention(planted?: string): Promise<RetentionRun> {
  const folder = planted ?? (await plantedFolder())
  const database = openData(folder)
  const clock = createClockTwin(today)
  const deleted: RetentionKind[] = []
  const part = createRetention(
    { database, clock, log: createLogTwin(), announcer: createAnnouncer() },
    { logFolder: join(folder, 'log'), onDeleted: (kind) => deleted.push(kind) },
  )
  onTestFinished(async () => {
    await part.close()
    database.close()
  })
  const ended = async (): Promise<void> => {
    while ((await part.handlers.status({}, signal)).running) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    part,
    clock,
    database,
    folder,
    deleted,
    ended,
    async set(days) {
      await part.handlers.setDays({ days: limits(days) }, signal)
      await ended()
    },
    preview: (days) => part.handlers.preview({ days: limits(days) }, signal),
    count: (sql) => database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${sql}`)?.rows ?? 0,
  }
}

/** Adds lines to the log, each with its time. */
export function writeLog(folder: string, times: readonly string[]): void {
  mkdirSync(join(folder, 'log'), { recursive: true })
  const lines = times.map((at) => `${JSON.stringify({ at, level: 'info', event: 'planted' })}\n`)
  appendFileSync(join(folder, 'log', 'forecourt.log'), lines.join(''))
}
