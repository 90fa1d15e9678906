/** The path of the call that uploads customers (interface, part 4). */
export const uploadPath = ['recapture', 'upload'] as const

/** Path and query of a call after the service's address. Parameters without a value are left out. */
export function pathOf(
  path: readonly string[],
  regionCode: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const parameters = new URLSearchParams({ region: regionCode })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  return `/v2/${path.map(encodeURIComponent).join('/')}?${parameters.toString()}`
}
