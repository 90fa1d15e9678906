import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import { ChildEnded, startChild, type Child } from '../torture/child-commands.ts'
import type { ProgramCommands, ProgramLife } from './program-child.ts'

/** A PC whose program can be killed and started again, with its data folder and keychain. */
export interface KillableProgram {
  /** With its data folder and `keychain.json`. */
  readonly folder: string
  /** The answer; null: the program was killed before it answered. */
  ask<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>> | null>
  /** Like `ask`, but throws when the call failed. */
  get<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>
  /** The id of the file; null: the program was killed before it answered. */
  addFile(name: string, text: string): Promise<string | null>
  setClockOffset(ms: number): Promise<void>
  /** SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends the program as the user does. */
  close(): Promise<void>
  /** What the program has written as errors, in all its lives. */
  errors(): string[]
  remove(): Promise<void>
}

export async function startKillableProgram(name: string): Promise<KillableProgram> {
  const folder = mkdtempSync(join(tmpdir(), `forecourt-${name}-`))
  mkdirSync(join(folder, 'data'))
  let clockOffsetMs = 0
  let child: Child<ProgramCommands> | null = null

  const start = async (): Promise<void> => {
    const life: ProgramLife = { folder, clockOffsetMs }
    child = startChild<ProgramCommands, never>(join(import.meta.dirname, 'program-child.ts'), life, () => undefined)
    await child.call('setClockOffset', clockOffsetMs)
  }
  const ask: KillableProgram['ask'] = async (method, input) => {
    try {
      return ((await child?.call('ask', { method, input })) as Result<MethodOutput<typeof method>> | undefined) ?? null
    } catch (error) {
      if (error instanceof ChildEnded) return null
      throw error
    }
  }
  const kill = async (): Promise<void> => {
    const target = child
    child = null
    target?.kill()
    await target?.ended
  }
  await start()
  return {
    folder,
    ask,
    async get(method, input) {
      const answer = await ask(method, input)
      if (!answer?.ok) throw new Error(`${name} ${method}: ${JSON.stringify(answer)}`)
      return answer.value
    },
    async addFile(fileName, text) {
      const file = await child?.call('addFile', { name: fileName, text }).catch(() => null)
      return file ?? null
    },
    async setClockOffset(ms) {
      clockOffsetMs = ms
      await child?.call('setClockOffset', ms)
    },
    kill,
    start,
    async close() {
      await child?.call('close', undefined)
      await kill()
    },
    errors: () =>
      readFileSync(join(folder, 'program.log'), { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .filter((line) => /^(?:error|unexpected) /.test(line)),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
