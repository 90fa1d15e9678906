import { describe, expect, it } from 'vitest'
import { chooseVin, type VinEvidence } from '../../../../src/core/known-vins/vin-evidence.ts'

const now = new Date('2026-11-21T02:00:00.000Z')
const first = '6G1FA8E5AZ4033922'
const second = 'JTDKN3DU7A0123456'

const seen = (vin: string, at: string, source: VinEvidence['source'] = 'look-up'): VinEvidence => ({
  rego: 'ABC123|NSW',
  vin,
  source,
  at,
})

describe('the VIN that is filled in for a rego', () => {
  it('is the one that all sources give, with the newest date', () => {
    expect(
      chooseVin(
        [seen(first, '2026-03-05T00:00:00Z', 'upload'), seen(first, '2026-10-01T00:00:00Z', 'customer')],
        now,
        365,
      ),
    ).toEqual({ vin: first, source: 'customer', at: '2026-10-01T00:00:00Z' })
  })

  it('is none when two VINs are known', () => {
    expect(chooseVin([seen(first, '2026-03-05T00:00:00Z'), seen(second, '2026-10-01T00:00:00Z')], now, 365)).toBeNull()
  })

  it('is the newer one when the rego moved to another car more than a year ago', () => {
    expect(chooseVin([seen(first, '2025-11-20T00:00:00Z'), seen(second, '2025-11-22T00:00:00Z')], now, 365)?.vin).toBe(
      second,
    )
  })

  it('is none when it was last seen more than a year ago, or after the time of the PC', () => {
    expect(chooseVin([seen(first, '2025-11-20T00:00:00Z')], now, 365)).toBeNull()
    expect(chooseVin([seen(first, '2026-11-23T00:00:00Z')], now, 365)).toBeNull()
    expect(chooseVin([seen(first, 'no date')], now, 365)).toBeNull()
    expect(chooseVin([], now, 365)).toBeNull()
  })

  it('is never a text that is not a VIN', () => {
    expect(chooseVin([seen('NOT AVAILABLE', '2026-10-01T00:00:00Z')], now, 365)).toBeNull()
  })
})
