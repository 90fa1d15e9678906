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
