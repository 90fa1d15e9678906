import type { SourceCell } from './source-cell.ts'
import { plainText } from './cell-text.ts'

const yesWords: ReadonlySet<string> = new Set(
  'y,yes,ya,true,t,1,x,✓,✔,☑,√,on,ya.,yes.,dnc,dnm,stop,opt out,opt-out,optout,opted out,opted-out,unsubscribed,unsubscribe,do not call,do not contact,blocked,refused,withdrawn,no marketing'.split(
    ',',
  ),
)

// "Do not call before 9" is about the time of day and is not an opt-out.
const phrases =
  /\b(?:do\s*n[o']?t|don['’]?t|never|not to|please no)\s+(?:be\s+)?(?:call(?:ed)?|contact(?:ed)?|phone|ring|sms|text|mail|e-?mail|market|disturb)\b(?!\s+(?:back\s+)?(?:before|after|between|until|till|during)\b)|\bno\s+(?:more\s+)?(?:calls?|contact|marketing|sms|mail)\b(?!\s+(?:before|after|between|until|till|during)\b)|\bopt(?:ed)?[\s-]?out\b|\bunsubscribed?\b|\bDNC\b|\bdo[\s-]not[\s-](?:call|contact)\s+(?:list|register)\b|\bstop all (?:mail|contact|calls)\b/i

/** Whether a note says that the customer wants no calls ("DO NOT CALL", "opted out"). */
export function saysDoNotCall(cell: SourceCell): boolean {
  return typeof cell === 'string' && cell.length >= 3 && phrases.test(cell)
}

// The whole cell must be a date: a note that begins with one ("3/04/2024 left a message") is not an opt-out.
const writtenDate = /^(?:\d{1,2}[/.-](?:\d{1,2}|[a-z]{3})[/.-]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?)?$/i

/**
 * Whether a cell of an opt-out column says not to contact the customer: yes, y, true, 1, x, a phrase, or the date of
 * the opt-out ("Unsubscribed: 3/04/2024").
 */
export function isOptOut(cell: SourceCell): boolean {
  if (cell === null || cell === '' || cell === false) return false
  if (typeof cell === 'boolean') return true
  if (typeof cell === 'number') return cell === 1
  if (typeof cell === 'object') return 'serial' in cell && cell.serial > 366
  const text = plainText(cell)
  return yesWords.has(text.toLowerCase()) || writtenDate.test(text) || saysDoNotCall(text)
}
