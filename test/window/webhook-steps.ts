import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export const token = 'planted-s3cret-token'

export const post = async (address: string, body: unknown): Promise<number> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (await fetch(address, { method: 'POST', body: text })).status
}

export const sighting = (number: number) => ({
  event: 'recapture_new',
  data: {
    customer: {
      id: `load-${number}`,
      last_updated: new Date(Date.UTC(2026, 10, 20, 0, 0, number)).toISOString(),
      rego: `K${String(number).padStart(5, '0')}`,
      state: 'VIC',
      client_name: `Client ${number}`,
      sightings: [
        {
          at: '2026-11-20T00:00:00.000Z',
          lead_id: `lead-${number}`,
          listing_url: 'https://cars.example/1',
          listing_title: '2019 Toyota Corolla Ascent Sport',
          listing_price: 15_990 + number,
        },
      ],
      additional_fields: {},
    },
  },
})

const change = {
  id: 'c',
  type: 'valuation',
  at: '2026-11-20T00:00:00Z',
  new_price: 15_200,
  old_price: 16_000,
  new_retail_price: 17_100,
  old_retail_price: 17_100,
  new_trade_price: 14_400,
  old_trade_price: 14_000,
}

/** The market price of a car fell from $16,000 to $15,200. */
export const valuationChange = {
  event: 'valuation_change',
  data: {
    pricing_record: { id: 'p', vehicle_id: 'v-7', rego: '1AB2CD', kms: 64_000, price: 15_200, changes: [change] },
    change,
  },
}

/** Closes all notices at the edge of the window. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close this notice' })
  const closeAll = async (): Promise<number> => {
    // Without aiming, because a notice that is closing moves.
    await close.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    return close.count()
  }
  // Notices can arrive while earlier ones are closed.
  await expect.poll(closeAll).toBe(0)
}
