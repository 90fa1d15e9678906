/**
 * Parses a typed time of day as HH:MM: "2:30 pm", "2.30pm", "14:30", "1430", "5pm", "noon". Without am or pm, 1 to 7 are afternoon, because
 * nobody is called at night. Null when it is not a time.
 */
export function parseTimeOfDay(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed === 'noon' || typed === 'midday') return '12:00'
  const parts = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(?:(am|pm)|(a\.m\.|p\.m\.))?$/.exec(typed)
  if (!parts) return null
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  const half = (parts[3] ?? parts[4] ?? '').charAt(0)
  if (minute > 59) return null
  if (half !== '') {
    if (hour < 1 || hour > 12) return null
    return timeOf((hour % 12) + (half === 'p' ? 12 : 0), minute)
  }
  if (hour > 23) return null
  const isAfternoon = hour >= 1 && hour <= 7 && !typed.startsWith('0')
  return timeOf(isAfternoon ? hour + 12 : hour, minute)
}

const timeOf = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
