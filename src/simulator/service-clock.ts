import type { Store } from './store.ts'

/** The service's time. ServiceSettings move it ahead; it never goes back. */
export interface ServiceClock {
  /** Milliseconds since 1970, including the advance. */
  nowMs(): number
  /** Moves the time ahead. The advance is stored, so that no record is in the future after a restart. */
  advance(ms: number): void
}

/** The source of the real time; tests provide their own. */
export interface TimeSource {
  now(): number
}

const setting = 'clock-ahead-ms'

export function createServiceClock(store: Store, source: TimeSource): ServiceClock {
  let aheadMs = Number(store.setting(setting) ?? 0)
  return {
    nowMs: () => source.now() + aheadMs,
    advance: (ms) => {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock moves ahead only')
      aheadMs += ms
      store.saveSetting(setting, String(aheadMs))
    },
  }
}

const zones = { au: 'Australia/Sydney', nz: 'Pacific/Auckland', my: 'Asia/Kuala_Lumpur' } as const
const formats = new Map(
  Object.entries(zones).map(([region, timeZone]) => [
    region,
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
)

/** The calendar date in a region (`au`, `nz`, `my`), YYYY-MM-DD. */
export function dateInRegion(region: string, ms: number): string {
  const format = formats.get(region)
  if (!format) throw new Error(`No time zone for region ${region}`)
  return format.format(ms)
}
