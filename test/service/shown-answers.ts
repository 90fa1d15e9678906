import { expect } from 'vitest'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type JsonRecord = { [name: string]: Json }

/** Every text and number of an answer, as one text in which numbers stand without marks between their digits. */
function shownOf(value: unknown): string {
  const shown: string[] = []
  const visit = (each: unknown): void => {
    if (typeof each === 'string' || typeof each === 'number') shown.push(String(each))
    else if (Array.isArray(each)) each.forEach(visit)
    else if (typeof each === 'object' && each !== null) Object.values(each).forEach(visit)
  }
  visit(value)
  return shown.map((text) => text.replaceAll(/(?<=\d),(?=\d)/g, '')).join('\n')
}

/** Texts, and numbers that are no share or page of the answer, wherever they are in a body. */
function leavesOf(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return value >= 1_000 ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return value === null || typeof value === 'boolean' ? [] : Object.values(value).flatMap(leavesOf)
}

const unwanted: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]', 'Infinity'])

/** Checks that everything in a body is in the answer, and that the answer shows no value as a program would. */
export function checkShown(what: string, body: Json, answer: unknown): void {
  const shown = shownOf(answer)
  const lost = leavesOf(body).filter((leaf) => !shown.includes(leaf))
  expect(lost, `${what} lost of ${JSON.stringify(body)}`).toEqual([])
  for (const line of shown.split('\n')) expect(unwanted.has(line.trim()), `${what} shows ${line}`).toBe(false)
}
