import type { Region, StateCode } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { monthNames } from '../../contract/calendar-date.ts'
import { fromSerial } from './excel-serial.ts'
import { otherLetters } from './latin-letters.ts'
import { isMasked, isScientific, plainText, spreadsheetError, wholeNumber } from './cell-text.ts'
import { splitPlateAndState } from './plate-and-state.ts'
import {
  fits,
  fitsCar,
  fitsCarOfState,
  fitsState,
  isOrdinaryPlate,
  malaysiaPlates,
  newZealandPlates,
  newZealandTradePlate,
  plateKey,
  plateLength,
  platePlaceholders,
  stateCodes,
  statesOfPlate,
} from './plate-rules.ts'

const refused = (rule: string, message: string, proposal: string | null = null): CheckedCell => ({
  value: '',
  issues: [issue('error', rule, message, proposal)],
})

/**
 * Excel reads MAR10, MAR-10 and 10MAR as the same date, so the plate is unknown: both forms are named, and none is
 * restored.
 */
function dateDamage(month: number, number: number): CheckedCell {
  const name = (monthNames[month - 1] ?? '').slice(0, 3).toUpperCase()
  const digits = String(number).padStart(2, '0')
  return refused('plate.date-damage', cellMessages.plate.dateDamage(`${name}${digits}`, `${digits}${name}`))
}

const excelDayMonth = /^(?:(\d{1,2})-([A-Z][a-z]{2})|([A-Z][a-z]{2})-(\d{2}))$/
const writtenDate =
  /^\d{1,2}[/.]\d{1,2}[/.](?:\d{2}|\d{4})$|^\d{4}-\d{2}-\d{2}(?:[ T].*)?$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(?:\d{2}|\d{4})$/
const label = /^(?:REGO|REGISTRATION|REG|PLATE)(?: ?NO)?\.? *[:#] */

function damagedText(text: string): CheckedCell | null {
  if (isScientific(text)) {
    return refused('plate.scientific', cellMessages.plate.scientific(text))
  }
  const dayMonth = excelDayMonth.exec(text)
  if (dayMonth) {
    const month = monthNames.findIndex((name) => name.startsWith(dayMonth[2] ?? dayMonth[3] ?? '-')) + 1
    if (month > 0) return dateDamage(month, Number(dayMonth[1] ?? dayMonth[4]))
  }
  if (isMasked(text)) return refused('plate.masked', cellMessages.plate.masked(text))
  if (!writtenDate.test(text)) return null
  return refused('plate.date-damage', cellMessages.plate.isDate(text))
}

// Written when dealer systems are converted: /1, /2 after a plate that existed twice, Z_ before an invented key for a
// missing plate.
const duplicateSuffix = /^([A-Z0-9][A-Z0-9 -]*)\/\d$/
const inventedKey = /^Z_/

/**
 * Checks a plate (rego). Value: capitals and digits. In Australia a state in the same cell ("ABC123 NSW") is split off
 * into `state`. `state` is the row's own state; `defaultState` is used where neither the row nor the cell has one.
 * Errors: wrong length, a date or shortened number where the plate was. An unusual pattern is never an error, because a
 * personalised plate can be anything. A plate with the pattern of another state is a warning, because cars keep their
 * plates when the owner moves.
 */
export function checkPlate(
  cell: SourceCell,
  region: Region,
  state: StateCode | null,
  defaultState: StateCode | null = null,
): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  if (typeof cell === 'object' && 'serial' in cell) return dateCell(cell.serial, cell.format)
  const text = plainText(cell)
  if (text === '') return emptyCell
  const error = spreadsheetError(cell, text)
  if (error) return error
  const read = readPlate(cell, text)
  if ('value' in read) return read
  const found = separateState(read.text, region, state)
  const { plate } = found
  if (plate === '' || platePlaceholders.has(plate)) {
    const message = cellMessages.plate.placeholder(read.text)
    return { value: '', issues: [issue('info', 'plate.placeholder', message)] }
  }
  const wrongLength = lengthProblem(plate, read.text, region)
  if (wrongLength) return wrongLength
  const letters = otherLetters(text)
  const patterns =
    letters.length > 0
      ? [issue('warning', 'plate.other-letter', cellMessages.plate.otherLetter(letters, plate))]
      : patternIssues(plate, region, state ?? found.state ?? defaultState)
  const issues = [...read.issues, ...found.issues, ...patterns]
  return found.state ? { value: plate, issues, state: found.state } : { value: plate, issues }
}

function dateCell(serial: number, format: string): CheckedCell {
  const { year, month, day } = fromSerial(serial)
  return /y/i.test(format) && day === 1 ? dateDamage(month, year % 100) : dateDamage(month, day)
}

/** The text of a plate, with what was changed in it. */
interface PlateText {
  readonly text: string
  readonly issues: readonly CellIssue[]
}

/** The text without what other programs added, or the result for a cell that has no plate. */
function readPlate(cell: SourceCell, text: string): PlateText | CheckedCell {
  if (typeof cell === 'number') return readNumber(cell, text)
  return typeof cell === 'string' ? readWritten(text) : { text, issues: [] }
}

function readNumber(cell: number, text: string): PlateText | CheckedCell {
  const digits = wholeNumber(cell)
  if (digits === null) return refused('plate.number', cellMessages.plate.impossibleNumber(text))
  const isPlate = digits !== '0'
  return {
    text: digits,
    issues: isPlate ? [issue('info', 'plate.from-number', cellMessages.plate.fromNumber)] : [],
  }
}

const onlyPlate = /^[A-Z0-9]+$/

function readWritten(written: string): PlateText | CheckedCell {
  if (onlyPlate.test(written) && !isScientific(written)) return { text: written, issues: [] }
  const damaged = damagedText(written)
  if (damaged) return damaged
  let text = written.toUpperCase().replace(label, '')
  if (/^\d+\.0+$/.test(text)) text = text.slice(0, text.indexOf('.'))
  if (inventedKey.test(text)) {
    return {
      value: '',
      issues: [issue('info', 'plate.invented-key', cellMessages.plate.inventedKey(text))],
    }
  }
  const base = duplicateSuffix.exec(text)?.[1]
  if (base === undefined) return { text, issues: [] }
  const message = cellMessages.plate.duplicateSuffix(text.slice(base.length))
  return { text: base, issues: [issue('info', 'plate.duplicate-suffix', message)] }
}

interface PlateAndState {
  readonly plate: string
  readonly state: StateCode | null
  readonly issues: readonly CellIssue[]
}

/** In Australia, a state in the same cell is split off. `rowState` is the row's own state. */
function separateState(text: string, region: Region, rowState: StateCode | null): PlateAndState {
  if (region !== 'au' || onlyPlate.test(text)) return { plate: plateKey(text), state: null, issues: [] }
  const { plate, state } = splitPlateAndState(text)
  if (!state) return { plate, state: null, issues: [] }
  const issues = [issue('info', 'plate.state-split', cellMessages.plate.stateSplit(state))]
  if (rowState && rowState !== state) {
    issues.push(issue('warning', 'plate.two-states', cellMessages.plate.twoStates(state, rowState)))
  }
  return { plate, state, issues }
}

const countries: Readonly<Record<Region, string>> = {
  au: 'Australia',
  nz: 'New Zealand',
  my: 'Malaysia',
}

function lengthProblem(plate: string, text: string, region: Region): CheckedCell | null {
  const { min, max } = plateLength[region]
  if (plate.length > max) {
    if (plate.length === 17) {
      return refused('plate.vin', cellMessages.plate.vin(plate))
    }
    const pieces = text.split(/[^A-Z0-9 .-]+/).map(plateKey)
    const plates = [...new Set(pieces.filter((piece) => isOrdinaryPlate(piece, region)))]
    if (plates.length > 1) {
      return refused('plate.two-plates', cellMessages.plate.severalPlates(text, plates.length))
    }
    const message = cellMessages.plate.tooLong(plate, countries[region], max)
    return refused('plate.too-long', message, plates[0] ?? null)
  }
  if (plate.length < min) return refused('plate.too-short', cellMessages.plate.tooShort(plate, countries[region]))
  if (region === 'my' && !(/[A-Z]/.test(plate) && /\d/.test(plate))) {
    return refused('plate.letters-and-digits', cellMessages.plate.lettersAndDigits(plate))
  }
  return null
}

function patternIssues(plate: string, region: Region, state: StateCode | null): readonly CellIssue[] {
  if (plate.length === 1) return [issue('warning', 'plate.short', cellMessages.plate.short(plate))]
  switch (region) {
    case 'au':
      return australianIssues(plate, state)
    case 'nz':
      if (newZealandTradePlate.test(plate)) {
        return [issue('info', 'plate.trade', cellMessages.plate.trade(plate))]
      }
      if (fits(newZealandPlates, plate)) return []
      return [swapHint(plate, (swapped) => fitsCar(newZealandPlates, swapped)) ?? personalised(plate)]
    case 'my': {
      if (/^[A-Z]+0/.test(plate)) {
        const message = cellMessages.plate.leadingZero(plate)
        return [issue('warning', 'plate.leading-zero', message, plate.replace(/^([A-Z]+)0+(?=\d)/, '$1'))]
      }
      if (fits(malaysiaPlates, plate)) return []
      return [swapHint(plate, (swapped) => fitsCar(malaysiaPlates, swapped)) ?? personalised(plate)]
    }
  }
}

function australianIssues(plate: string, state: StateCode | null): readonly CellIssue[] {
  if (plate.length <= 3 && stateCodes.some((code) => code === plate)) {
    return [issue('warning', 'plate.is-state', cellMessages.plate.isState(plate))]
  }
  if (state && fitsState(plate, state)) return []
  const states = statesOfPlate(plate)
  if (states.length > 0) {
    // Commonwealth plates (ZAA999) are issued by every state.
    if (!state || plate.startsWith('Z')) return []
    const style = `${states.length > 1 ? `${states.slice(0, -1).join(', ')} or ` : ''}${states.at(-1)}`
    const message = cellMessages.plate.otherState(plate, style, state)
    return [issue('warning', 'plate.other-state', message)]
  }
  const attached = attachedState(plate)
  if (attached) return [attached]
  const known = state ? [state] : stateCodes
  const fitsKnown = (swapped: string): boolean => known.some((code) => fitsCarOfState(swapped, code))
  return [swapHint(plate, fitsKnown) ?? personalised(plate)]
}

/** "ABC123NSW": nothing separates plate and state, so the plate is only proposed. */
function attachedState(plate: string): CellIssue | null {
  for (const state of stateCodes) {
    const rest = plate.endsWith(state)
      ? plate.slice(0, -state.length)
      : plate.startsWith(state)
        ? plate.slice(state.length)
        : ''
    if (rest.length < 4 || !fitsCarOfState(rest, state)) continue
    const message = cellMessages.plate.stateAttached(plate, rest, state)
    return issue('warning', 'plate.state-attached', message, rest)
  }
  return null
}

const lookAlikes: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' }

/** An O for 0 or I for 1 that would make a standard plate: only proposed, because personalised plates use all four. */
function swapHint(plate: string, isOrdinary: (plate: string) => boolean): CellIssue | null {
  for (let at = 0; at < plate.length; at += 1) {
    const typed = plate.charAt(at)
    const other = lookAlikes[typed]
    if (other === undefined) continue
    const swapped = plate.slice(0, at) + other + plate.slice(at + 1)
    if (!isOrdinary(swapped)) continue
    const message = cellMessages.plate.lookAlike(swapped, nameOf(typed), nameOf(other))
    return issue('info', 'plate.look-alike', message, swapped)
  }
  return null
}

function nameOf(character: string): string {
  return /\d/.test(character) ? `the digit ${character}` : `the letter ${character}`
}

function personalised(plate: string): CellIssue {
  return issue('info', 'plate.personalised', cellMessages.plate.personalised(plate))
}
