import { daysBetween, type CalendarDate } from '../../../contract/calendar-date.ts'
import { checkDate } from '../../fields/date.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { columnReasons } from './column-text.ts'

/** Names that only say "date". */
export const bareDates: ReadonlySet<string> = new Set(['date', 'dates', 'tarikh', 'd'])

/** The day of the sale by its meaning: what happened to the car on it. */
const soldWords =
  /(?:^| )(?:sold|sale|won|clos(?:ed?|ing)|dispos(?:ed|al)|bought|buy|purchased?|invoiced?|delivery|settled|settlement|handover|handed|h over|p up|pick up|pickup|picked up|collect(?:ed|ion)|drawdown|drawn down|retailed|signed|contracted|agreement|fund(?:ed|ing)|financed|leased|released|transferred|driven off|drove (?:off|away)|suppl(?:y|ied)|hammer|goods issue|issued to)(?: |$)|(?:^| )tarikh \w*(?:jual|beli|serah|hantar|invois|ambil)/
const notTheSale =
  /(?:^| )(?:expected|est|estimated|planned|booked|scheduled|due|next|(?:ro|w o|job|claim|case|ticket|repair|work order)(?= )|last(?! (?:sale|sold|purchased?|bought|delivery|invoiced?)(?: |$))|previous|first(?! delivery)|created|enquiry|modified|updated|lost|stock|(?<!in(?:to)? )service|finance|warranty|until|registration|rego|ends?|ending|review)(?: |$)/
/** What workshops, clubs and CRMs do on a day: says nothing against a sale that is named beside it. */
const workOrRecord =
  /(?:^| )(?:book(?:ed|ing)|appointment|appt|insp\w*|servis|loss|accident|incident|joined|submi\w*|complet\w*|fitted|reminder|received|member\w*|visit|report\w*|print\w*|in(?! service))(?: |$)/
/** The first day of a contract by which somebody got the car or has it insured, or of owning it. */
const startOfContract = /(?:^| )(?:starts?|started|commenc\w*|incept\w*|begins?|effective|since|from)(?: |$)/
const contractOfCar =
  /(?:^| )(?:loan|leased?|finance|hp|contract|agreement|policy|plan|warranty|cover|insurance|term|hire|rental|subscription|novated|novation|facility|mortgage|ownership|owned|fleet)(?: |$)/
/** The day on which somebody got the car: used when no other date is the sale's. */
const gettingIt =
  /(?:^| )(?:possession|acquired|acquisition|obtained|owned|ownership|purch|got)(?: |$)|^when did you (?:get|take|receive|own)/
/** The same, or the day on which something else happened to it. */
const mayBeTheSale =
  /(?:^| )(?:activat(?:ed|ion)|commission(?:ed|ing)|effective|transfer|incept\w*|auction(?:ed)?|vosa|commenc\w*)(?: |$)|^(?:date (?:out|taken|advanced)|advance date|start(?:ed)?(?: date| on| at)?)$/

/** A payment, an order or an approval, each long before or after the sale. */
const aroundTheSale =
  /^(?=.*(?:deposit|financed?|order(?:ed)?|originating|approv(?:al|ed)))(?:(?:date|on|no|paid|taken|received|placed|deposit|financed?|order(?:ed)?|originating|approv(?:al|ed)) ?)+$/

/** How strongly the name of a column says the day of the sale, among those that no list of names has. */
interface DayOfSale {
  readonly score: number
  readonly confidence: 'medium' | 'low'
  /** Null: its name says it. */
  readonly reason: string | null
}

/** More days than from a contract to its delivery or invoice. */
const mostDaysApart = 30

/** Whether the dates of two columns are so far apart that they are days of different events, whichever order they are written in. */
export function areDaysApart(one: readonly SourceCell[], other: readonly SourceCell[], today: CalendarDate): boolean {
  const means = (['dmy', 'mdy'] as const).flatMap((order) => {
    const options = { order, field: 'sale_date', today } as const
    const days = one.slice(0, sampledDates).flatMap((cell, row) => {
      const [first, second] = [checkDate(cell, options).value, checkDate(other[row] ?? null, options).value]
      return first === '' || second === '' ? [] : [Math.abs(daysBetween(first, second))]
    })
    return days.length === 0 ? [] : [days.reduce((sum, count) => sum + count, 0) / days.length]
  })
  return means.length > 0 && Math.min(...means) > mostDaysApart
}
const sampledDates = 100

const partOfDate = /(?:^| )(day|month|year)$/

/** The positions of three neighbouring columns that are the day, month and year of one date by their names; null: there are none. */
export function findDateInParts(names: readonly string[]): readonly number[] | null {
  const parts = names.map((name) => partOfDate.exec(name)?.[1])
  const at = parts.findIndex((_, from) => new Set(parts.slice(from, from + 3).filter(Boolean)).size === 3)
  return at < 0 ? null : [at, at + 1, at + 2]
}

/** Whether a name says a day on which something else happened to the car or its record. `normalised`: in full words. */
export const isOtherDay = (normalised: string): boolean => notTheSale.test(normalised) || workOrRecord.test(normalised)

/** Whether a name says a day around the sale, which is used as the sale date only by a user. `normalised`: in full words. */
export const isAroundTheSale = (normalised: string): boolean => aroundTheSale.test(normalised)

/** Whether a column is about the day of the sale by the words of its name; null: it is not. `normalised`: in full words. */
export function dayOfSale(header: string, normalised: string): DayOfSale | null {
  if (bareDates.has(normalised)) return { score: 25, confidence: 'low', reason: columnReasons.unnamedDate(header) }
  if (aroundTheSale.test(normalised)) {
    return { score: 40, confidence: 'low', reason: columnReasons.aroundTheSale(header) }
  }
  const isOther = notTheSale.test(normalised)
  if (soldWords.test(normalised) && !isOther) return { score: 70, confidence: 'medium', reason: null }
  const reason = columnReasons.dayOfGettingIt(header)
  const isOfOwner = /\bowner\b/i.test(header)
  if (startOfContract.test(normalised) && (contractOfCar.test(normalised) || isOfOwner)) {
    return { score: 60, confidence: 'medium', reason }
  }
  if (isOther) return null
  if (gettingIt.test(normalised)) return { score: 55, confidence: 'medium', reason }
  return mayBeTheSale.test(normalised) ? { score: 50, confidence: 'low', reason } : null
}
