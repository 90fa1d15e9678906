import { readFileSync } from 'node:fs'
import type { ColumnTarget } from '../../../../../src/contract/column-choices.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { suggestColumns, type SourceColumn } from '../../../../../src/core/drafts/mapping/suggest.ts'
import { columnCells, drawFrom } from './corpus-values.ts'

/**
 * What a column is by its meaning: a target, `contact` (says who may be contacted), `private` (never sent unasked), or
 * `any`, which may be kept or ignored.
 */
type Meaning = ColumnTarget | 'contact' | 'private' | 'any'

export interface System {
  readonly name: string
  readonly region: Region
  /** `meaning`: several are right where a slash is between them. */
  readonly columns: readonly (SourceColumn & { readonly meaning: string; readonly kind: string })[]
}

export interface Answer {
  readonly system: string
  readonly header: string
  readonly meaning: string
  readonly target: ColumnTarget
  readonly confidence: 'high' | 'medium' | 'low'
  readonly isRight: boolean
}

const rowsPerSystem = 24

/** Reads header rows written by hand, with made-up values: `# name | region`, then `header=meaning:kind; …`. */
export function readSystems(file: string): readonly System[] {
  const parts = readFileSync(file, 'utf8').split(/^# /m).filter(Boolean)
  return parts.map((part, at): System => {
    const [title = '', ...lines] = part.trim().split('\n')
    const [name = '', region = ''] = title.split(' | ')
    const draw = drawFrom(at + 1)
    const columns = lines
      .flatMap((line) => line.split('; '))
      .map((text) => {
        const [, header = '', meaning = '', kind = ''] = /^(.*)=([\w/]+):(\w+)$/.exec(text) ?? []
        return { header, meaning, kind, cells: columnCells(kind, rowsPerSystem, draw) }
      })
    return { name, region: region as Region, columns }
  })
}

const fits = (meaning: Meaning, target: ColumnTarget): boolean => {
  switch (meaning) {
    case 'contact':
      return target === 'opt_out'
    case 'private':
      return target === 'leave_out'
    case 'any':
      return target === 'keep' || target === 'leave_out'
    default:
      return target === meaning
  }
}

export function answersOf({ name, region, columns }: System): readonly Answer[] {
  const suggestions = suggestColumns(columns, region, { today: '2026-11-21' })
  return columns.map(({ header, meaning }, at) => {
    const { target, confidence } = suggestions[at] ?? { target: 'keep', confidence: 'low' }
    return {
      system: name,
      header,
      meaning,
      target,
      confidence,
      isRight: meaning.split('/').some((one) => fits(one as Meaning, target)),
    }
  })
}

/** Columns whose content would be sent, or whose refusals would be overlooked, without a question. */
export const isHarmful = ({ meaning, target, confidence, isRight }: Answer): boolean =>
  !isRight &&
  (meaning === 'private' ||
    (confidence === 'high' && (meaning === 'contact' || (target !== 'keep' && target !== 'leave_out'))))

export const described = ({ system, header, meaning, target, confidence }: Answer): string =>
  `${system}: “${header}” is ${target} (${confidence}), not ${meaning}`
