import { measureStretches } from './event-loop.ts'

/** Measures jobs one after the other: `<job>CpuMs` and `<job>WallMs` are the longest stretches of this thread. */
export class JobFigures {
  readonly figures: Record<string, number> = {}

  async measure(job: string, work: () => Promise<unknown>): Promise<void> {
    const { cpuMs, wallMs } = await measureStretches(work)
    this.figures[`${job}CpuMs`] = cpuMs
    this.figures[`${job}WallMs`] = wallMs
  }
}
