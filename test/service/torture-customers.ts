export const regoOf = (index: number): string => `T${String(index).padStart(5, '0')}`

/** Uploads this many customers to the practice service, directly. Throws when it refuses them. */
export async function createTortureCustomers(url: string, apiKey: string, count: number): Promise<void> {
  const answer = await fetch(`${url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: { ApiKey: apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Torture',
      enable_rego_lookups: false,
      customers: Array.from({ length: count }, (_, index) => ({
        rego: regoOf(index),
        state: 'VIC',
        client_name: `Client ${index}`,
        additional_fields: { Salesperson: `Person ${index % 7}` },
      })),
    }),
  })
  if (!answer.ok) throw new Error(`The practice service refused its customers: ${answer.status}`)
}
