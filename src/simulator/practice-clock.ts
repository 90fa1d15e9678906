import type { Store } from './store.ts'

/** The service's time. Levers move it ahead; it never goes back. */
export interface PracticeClock {
  /** Milliseconds since 1970, moved. */
  nowMs(): number
  /** Moves the time ahead; the move is kept in the store, so that no customer is made "tomorrow" after a restart. */
  advance(ms: number): void
}

/** Where the unmoved time comes from; tests hand in their own. */
export interface TimeSource {
  now(): number
}

const setting = 'clock-ahead-ms'

export function practiceClock(store: Store, source: TimeSource): PracticeClock {
  let aheadMs = Number(store.setting(setting) ?? 0)
  return {
    nowMs: () => source.now() + aheadMs,
    advance: (ms) => {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock moves ahead only')
      aheadMs += ms
      store.keepSetting(setting, String(aheadMs))
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
