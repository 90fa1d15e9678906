import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import { inFullWords } from '../headers/full-words.ts'
import { isAnotherParty, isNever, isOfStaff } from '../headers/header-phrases.ts'
import type { Column } from './column-values.ts'
import { dayOfSale } from './sale-dates.ts'

/**
 * Words by which the name of a column says a field, in the order in which they count. Other names, as "Sold" or "Contact", say many
 * things. `head`: the same in a name that no list has, whose last word is what the column holds: "Chassis colour" is none.
 */
const saysField: readonly {
  readonly says: RegExp
  readonly head: RegExp
  readonly isOf: readonly [NamedTarget, ...NamedTarget[]]
  readonly fills: readonly ColumnTarget[]
}[] = [
  {
    says: word('state|(?:rego|plate) st'),
    head: /^(?=.*\b(?:regod?|plate|tag|registered|registration|issu(?:e|ing))\b).*\bstate\b/,
    isOf: ['state'],
    fills: ['state', 'rego_and_state'],
  },
  {
    says: word('vin|chassis|casis|chasis|sasis|identification'),
    head: atEnd('vin|chassis'),
    isOf: ['vin'],
    fills: ['vin'],
  },
  {
    says: word('mobile|bimbit|handphone|phone m'),
    head: atEnd('mobile'),
    isOf: ['mobile_number'],
    fills: ['mobile_number'],
  },
  { says: word('dates?|tarikh'), head: word('date'), isOf: ['sale_date'], fills: ['sale_date'] },
  {
    says: word('rego|plate|plates|registration|vrn|vrm'),
    head: atEnd('rego|plate|plates'),
    isOf: ['rego'],
    fills: ['rego', 'rego_and_state'],
  },
  {
    says: word('name|nama|customer|first|last'),
    head: /(?:^| )(?:customer|first|last) (?:.* )?name$/,
    isOf: ['client_name', 'first_name', 'last_name'],
    fills: ['client_name', 'first_name', 'last_name', 'company'],
  },
]

function atEnd(words: string): RegExp {
  return new RegExp(
    `(?:^| )(?:${words})(?: (?:no|full|code|frame|serial|phone|mark|\\d+|(?:at|for) \\w+|allocated|assigned))*$`,
  )
}

function word(words: string): RegExp {
  return new RegExp(`(?:^| )(?:${words})(?: |$)`)
}

interface SaidField {
  readonly target: NamedTarget
  /** The targets that fill the field. */
  readonly fills: readonly ColumnTarget[]
}

/** The field which the name of a column plainly says; undefined: it says none, or one of several. */
export function saidField({ header, meaning }: Pick<Column, 'header' | 'meaning'>): SaidField | undefined {
  const { named, normalised } = meaning
  const full = inFullWords(normalised)
  if (named) {
    const said = saysField.find(
      ({ says, isOf }) => isOf.includes(named.target) && (says.test(normalised) || says.test(full)),
    )
    if (!said || named.match === 'any-phone') return undefined
    // A first name fills no last name.
    const isHalf = named.target === 'first_name' || named.target === 'last_name'
    return { target: named.target, fills: isHalf ? [named.target, 'client_name'] : said.fills }
  }
  if (meaning.ends || meaning.sensitive || isAnotherParty(normalised) || isOfStaff(full)) return undefined
  const said = saysField.find(({ head, isOf: [target] }) => {
    if (!head.test(full) || isNever(normalised, target) || isNever(full, target)) return false
    return target !== 'sale_date' || dayOfSale(header, full) !== null
  })
  return said && { target: said.isOf[0], fills: said.fills }
}
