import type { Region, StateCode } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { monthNames } from '../../contract/calendar-date.ts'
import { fromSerial } from './excel-serial.ts'
import { isScientific, plainText, spreadsheetError, wholeNumber } from './cell-text.ts'
import { splitPlateAndState } from './plate-and-state.ts'
import {
  fits,
  fitsCar,
  malaysiaPlates,
  newZealandPlates,
  newZealandTradePlate,
  plateKey,
  plateLength,
  platePlaceholders,
  statePlates,
  statesOfPlate,
  suggestState,
} from './plate-rules.ts'

export { splitColumn, splitPlateAndState, type PlateAndState } from './plate-and-state.ts'
export { plateKey, suggestState }

const refused = (rule: string, message: string, proposal: string | null = null): CheckedCell => ({
  value: '',
  issues: [issue('error', rule, message, proposal)],
})

const reExport =
  'Look the plate up in your system and type it here, or format the column as Text there and export again.'

/** Excel reads MAR10, MAR-10 and 10MAR as the same date, so what was typed cannot be told: it is named, never put back. */
function dateDamage(month: number, number: number): CheckedCell {
  const name = (monthNames[month - 1] ?? '').slice(0, 3).toUpperCase()
  const digits = String(number).padStart(2, '0')
  const seen = `Excel turned this plate into a date. It may have been ${name}${digits} or ${digits}${name}.`
  return refused('plate.date-damage', `${seen} ${reExport}`)
}

const excelDayMonth = /^(?:(\d{1,2})-([A-Z][a-z]{2})|([A-Z][a-z]{2})-(\d{2}))$/
const writtenDate =
  /^\d{1,2}[/.]\d{1,2}[/.](?:\d{2}|\d{4})$|^\d{4}-\d{2}-\d{2}(?:[ T].*)?$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(?:\d{2}|\d{4})$/
const label = /^(?:REGO|REGISTRATION|REG|PLATE)(?: ?NO)?\.? *[:#] */

function damagedText(text: string): CheckedCell | null {
  if (isScientific(text)) {
    return refused(
      'plate.scientific',
      `Excel read this plate as a number and shortened it to ${text}; the plate is gone from the file. ${reExport}`,
    )
  }
  const dayMonth = excelDayMonth.exec(text)
  if (dayMonth) {
    const month = monthNames.findIndex((name) => name.startsWith(dayMonth[2] ?? dayMonth[3] ?? '-')) + 1
    if (month > 0) return dateDamage(month, Number(dayMonth[1] ?? dayMonth[4]))
  }
  if (!writtenDate.test(text)) return null
  return refused(
    'plate.date-damage',
    `${text} is a date, not a plate: Excel may have turned the plate into one. ${reExport}`,
  )
}

// Written by conversions between dealer systems: /1, /2 after a plate that was there twice, Z_ before a key made up for a blank one.
const duplicateSuffix = /^([A-Z0-9][A-Z0-9 -]*)\/\d$/
const inventedKey = /^Z_/

/**
 * Checks a plate (rego). Value: capitals and digits. In Australia a state in the same cell ("ABC123 NSW") is split off into `state`.
 * `state` is the row's own state; `defaultState` is used where neither the row nor the cell has one.
 * Errors: wrong length, a date or shortened number where the plate was. Never an error: an unusual pattern, since a personalised plate may be
 * anything; a plate of another state's pattern is a warning, since cars keep their plates when the owner moves.
 */
export function checkPlate(
  cell: SourceCell,
  region: Region,
  state: StateCode | null,
  defaultState: StateCode | null = null,
): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  if (typeof cell === 'object' && 'serial' in cell) {
    const date = fromSerial(cell.serial)
    return /y/i.test(cell.format) && date.day === 1
      ? dateDamage(date.month, date.year % 100)
      : dateDamage(date.month, date.day)
  }
  const issues: CellIssue[] = []
  let text = plainText(cell)
  if (text === '') return emptyCell
  const complaint = spreadsheetError(cell, text)
  if (complaint) return complaint
  if (typeof cell === 'number') {
    const digits = wholeNumber(cell)
    if (digits === null) return refused('plate.number', `${text} is a number that cannot be a plate. ${reExport}`)
    text = digits
    if (text !== '0') {
      const kept = 'Excel kept this plate as a number. If it began with a zero, that zero is lost.'
      issues.push(issue('info', 'plate.from-number', kept))
    }
  } else if (typeof cell === 'string') {
    const damaged = damagedText(text)
    if (damaged) return damaged
    text = text.toUpperCase().replace(label, '')
    if (/^\d+\.0+$/.test(text)) text = text.slice(0, text.indexOf('.'))
    if (inventedKey.test(text)) {
      const message = `${text} is a key that a system made up for a vehicle without a plate; nothing is sent for it.`
      return { value: '', issues: [issue('info', 'plate.invented-key', message)] }
    }
    const base = duplicateSuffix.exec(text)?.[1]
    if (base !== undefined) {
      issues.push(
        issue(
          'info',
          'plate.duplicate-suffix',
          `The ending ${text.slice(base.length)} marks a duplicate in the old system and is left off.`,
        ),
      )
      text = base
    }
  }
  let plate = plateKey(text)
  let ownState: StateCode | null = null
  if (region === 'au' && !/^[A-Z0-9]+$/.test(text)) {
    const split = splitPlateAndState(text)
    plate = split.plate
    ownState = split.state
    if (ownState) {
      issues.push(
        issue('info', 'plate.state-split', `${ownState} stood in the same cell and is taken as the plate's state.`),
      )
      if (state && state !== ownState) {
        const message = `The cell says ${ownState} but the row's state is ${state}. Check which is right.`
        issues.push(issue('warning', 'plate.two-states', message))
      }
    }
  }
  if (plate === '' || platePlaceholders.has(plate)) {
    const message = `“${text}” stands for no plate, so nothing is sent for it.`
    return { value: '', issues: [issue('info', 'plate.placeholder', message)] }
  }
  const tooLong = lengthProblem(plate, text, region)
  if (tooLong) return tooLong
  issues.push(...patternIssues(plate, region, state ?? ownState ?? defaultState))
  return ownState ? { value: plate, issues, state: ownState } : { value: plate, issues }
}

const countries: Readonly<Record<Region, string>> = { au: 'Australia', nz: 'New Zealand', my: 'Malaysia' }

function isOrdinary(plate: string, region: Region): boolean {
  if (region === 'au') return statesOfPlate(plate).length > 0
  return fits(region === 'nz' ? newZealandPlates : malaysiaPlates, plate)
}

function lengthProblem(plate: string, text: string, region: Region): CheckedCell | null {
  const { min, max } = plateLength[region]
  if (plate.length > max) {
    if (plate.length === 17) {
      const message = `${plate} has 17 characters: it looks like a VIN, not a plate. Clear it here, or check which column it is in.`
      return refused('plate.vin', message)
    }
    const pieces = text.split(/[^A-Z0-9 .-]+/).map(plateKey)
    const plates = [...new Set(pieces.filter((piece) => isOrdinary(piece, region)))]
    if (plates.length > 1) {
      const message = `“${text}” holds ${plates.length} plates. Keep one here: each car has a row of its own.`
      return refused('plate.two-plates', message)
    }
    const message = `${plate} has ${plate.length} characters; a plate in ${countries[region]} has at most ${max}.`
    return refused('plate.too-long', message, plates[0] ?? null)
  }
  if (plate.length < min)
    return refused('plate.too-short', `${plate} is too short for a plate in ${countries[region]}.`)
  if (region === 'my' && !(/[A-Z]/.test(plate) && /\d/.test(plate))) {
    return refused('plate.letters-and-digits', `A plate in Malaysia has letters and digits; ${plate} has not.`)
  }
  return null
}

function patternIssues(plate: string, region: Region, state: StateCode | null): readonly CellIssue[] {
  if (plate.length === 1)
    return [issue('warning', 'plate.short', `A plate of one character is rare. Check that ${plate} is whole.`)]
  switch (region) {
    case 'au':
      return australianIssues(plate, state)
    case 'nz':
      if (newZealandTradePlate.test(plate)) {
        return [issue('info', 'plate.trade', `${plate} looks like a trade plate, which moves from car to car.`)]
      }
      if (fits(newZealandPlates, plate)) return []
      return [swapHint(plate, (swapped) => fitsCar(newZealandPlates, swapped)) ?? personalised(plate)]
    case 'my': {
      if (/^[A-Z]+0/.test(plate)) {
        const message = `Malaysian numbers have no leading zero: check ${plate}.`
        return [issue('warning', 'plate.leading-zero', message, plate.replace(/^([A-Z]+)0+(?=\d)/, '$1'))]
      }
      if (fits(malaysiaPlates, plate)) return []
      return [swapHint(plate, (swapped) => fitsCar(malaysiaPlates, swapped)) ?? personalised(plate)]
    }
  }
}

function australianIssues(plate: string, state: StateCode | null): readonly CellIssue[] {
  // The length first: a text that was never a key is slow to look up in an object.
  if (plate.length <= 3 && plate in statePlates) {
    return [issue('warning', 'plate.is-state', `${plate} is a state. Check that it is a plate as well.`)]
  }
  if (state && fits(statePlates[state], plate)) return []
  const states = statesOfPlate(plate)
  if (states.length > 0) {
    // Commonwealth plates (ZAA999) are issued by every state.
    if (!state || plate.startsWith('Z')) return []
    const style = `${states.length > 1 ? `${states.slice(0, -1).join(', ')} or ` : ''}${states.at(-1)}`
    const message = `${plate} has the pattern of ${style}, but the row says ${state}. Check the state; cars that moved keep their plate.`
    return [issue('warning', 'plate.other-state', message)]
  }
  const glued = gluedState(plate)
  if (glued) return [glued]
  const known = state ? [state] : (Object.keys(statePlates) as readonly StateCode[])
  const fitsKnown = (swapped: string): boolean => known.some((code) => fitsCar(statePlates[code], swapped))
  return [swapHint(plate, fitsKnown) ?? personalised(plate)]
}

/** "ABC123NSW": nothing parts plate and state, so it is only pointed at. */
function gluedState(plate: string): CellIssue | null {
  for (const state of Object.keys(statePlates) as readonly StateCode[]) {
    const rest = plate.endsWith(state)
      ? plate.slice(0, -state.length)
      : plate.startsWith(state)
        ? plate.slice(state.length)
        : ''
    if (rest.length < 4 || !fitsCar(statePlates[state], rest)) continue
    const message = `${plate} may be the plate ${rest} with its state ${state} written together.`
    return issue('warning', 'plate.state-attached', message, rest)
  }
  return null
}

const lookAlikes: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' }

/** One O for 0 or I for 1 that would make the plate an ordinary one: offered, never applied, since personalised plates use all four. */
function swapHint(plate: string, isOrdinary: (plate: string) => boolean): CellIssue | null {
  for (let at = 0; at < plate.length; at += 1) {
    const typed = plate.charAt(at)
    const other = lookAlikes[typed]
    if (other === undefined) continue
    const swapped = plate.slice(0, at) + other + plate.slice(at + 1)
    if (!isOrdinary(swapped)) continue
    const message = `Did you mean ${swapped}? It is an ordinary plate, and ${nameOf(typed)} and ${nameOf(other)} look alike.`
    return issue('info', 'plate.look-alike', message, swapped)
  }
  return null
}

function nameOf(character: string): string {
  return /\d/.test(character) ? `the digit ${character}` : `the letter ${character}`
}

function personalised(plate: string): CellIssue {
  return issue('info', 'plate.personalised', `${plate} looks like a personalised plate. It is sent as it is.`)
}
