/** Whether lists and maps are in one another on more levels than this. `JSON.parse` needs no stack for them; what works with them may. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1))
}
