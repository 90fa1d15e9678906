/** A typed number of customers per second; null when it is not one from 0 to 100,000. */
export function readSpeed(typed: string): number | null {
  const text = typed.trim().replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  const speed = Number(text)
  return speed <= 100_000 ? speed : null
}
