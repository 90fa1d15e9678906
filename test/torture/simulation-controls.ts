import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Failure, Result } from '../../src/contract/result.ts'
import type { Child } from './child-commands.ts'
import type { FaultPlan } from './faults.ts'
import type { DiskFault } from './full-disk.ts'
import type { ProxyAnswer } from './holding-proxy.ts'
import type { ServiceCommands } from './service-child.ts'

/** The error of `ask` for a method that failed. */
export class AskFailed extends Error {
  readonly failure: Failure
  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/**
 * The program, the service and the network between them, with one clock. Time passes only when nothing else can
 * happen: the program rests, and each of its calls waits for a later time.
 */
export interface Simulation {
  readonly service: Child<ServiceCommands>
  /** The base address that the program uses. */
  readonly url: string
  /** Wall time at the start of the round, in ms since 1970. */
  readonly startMs: number
  /** Simulated ms since the start of the round. */
  nowMs(): number
  setTarget(url: string): void
  /** The faults of all further calls; null: none. */
  setFaults(plan: FaultPlan | null): void
  /** Changes the answers of the service before they enter the network. */
  setReshape(reshape: (path: string, answer: ProxyAnswer) => ProxyAnswer): void
  /** Sets the clock of the PC this far ahead of the true time, or behind it. No time passes. */
  setWallOffset(ms: number): Promise<void>
  /** A full or read-only disk: the program reads, and cannot write. A new start finds it healthy again, unless it says otherwise. */
  setDiskFault(fault: DiskFault | null): Promise<void>
  /** Ends the program as the user does. */
  closeProgram(): Promise<void>
  /** Starts the program on its data folder, or again after it was killed. */
  startProgram(seed: number, how?: { readonly diskFault?: DiskFault | null }): Promise<void>
  isAlive(): boolean
  /** The program kills itself after this many moments; null: it does not any more. */
  dieAfter(moments: number | null): Promise<void>
  /** Kills the program now. */
  kill(): Promise<void>
  /** Calls a method of the program. Its answer must not depend on time; its own calls to the service have no faults. */
  ask<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>
  /** Calls a method that may wait for calls with faults, and lets time pass until it answers. */
  askOverTime<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>
  addFile(name: string, text: string, encoding?: BufferEncoding): Promise<string>
  /** Runs until time has passed, `mostMs` at most, or until the program has died. */
  step(mostMs?: number): Promise<void>
  /** The PC sleeps: its calls break, time passes without the program, and its clock is right afterwards. */
  sleep(ms: number): Promise<void>
  /** Lets time pass while the program is not running. */
  passDead(ms: number): Promise<void>
  /** Calls that have not taken effect yet, although their caller may have gone. */
  callsOnTheirWay(): number
  /** Each call with its fault and the moment of the program, for comparing two runs. */
  trace(): readonly string[]
  close(): Promise<void>
}
