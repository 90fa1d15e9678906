import { computed, reactive } from 'vue'
import type { Draft } from '../../../../contract/drafts.ts'
import type { TableChoices, TextEncoding } from '../../../../contract/table-choices.ts'

/** What the user enters in the dialog, as texts. `sheet` null: several. */
interface Entered {
  encoding: TextEncoding | null
  delimiter: string | null
  sheet: string | null
  together: string[]
  headerRow: string
  hasNoHeader: boolean
  lastRow: string
}

const isRowNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text.trim())

/** The choices of a draft in a form that can be edited, and what they say. */
export function useTableChoices(source: () => Draft['source']) {
  const entered = reactive<Entered>(enteredOf(source()))
  const rowText = (text: string): number | null => (isRowNumber(text) ? Number(text.trim()) : null)
  const invalid = computed(() => ({
    headerRow: !entered.hasNoHeader && entered.headerRow.trim() !== '' && !isRowNumber(entered.headerRow),
    lastRow: entered.lastRow.trim() !== '' && !isRowNumber(entered.lastRow),
    sheets: entered.sheet === null && entered.together.length === 0,
  }))
  const choices = computed<TableChoices>(() => ({
    form: source().choices.form && { encoding: entered.encoding, delimiter: entered.delimiter },
    sheets:
      entered.sheet === null
        ? source()
            .sheets.map(({ name }) => name)
            .filter((name) => entered.together.includes(name))
        : [entered.sheet],
    headerRow: entered.hasNoHeader ? 'none' : (rowText(entered.headerRow) ?? 'detect'),
    lastRow: rowText(entered.lastRow),
  }))
  return {
    entered,
    invalid,
    isValid: computed(() => !Object.values(invalid.value).some(Boolean)),
    choices,
    /** Whether something differs from what is in effect. */
    isChanged: computed(() => JSON.stringify(choices.value) !== JSON.stringify(source().choices)),
    reset(): void {
      Object.assign(entered, enteredOf(source()))
    },
  }
}

function enteredOf({ choices, sheets }: Draft['source']): Entered {
  const alike = sheets.filter((sheet) => sheet.alike).map(({ name }) => name)
  const isJoined = choices.sheets.length > 1
  return {
    encoding: choices.form?.encoding ?? null,
    delimiter: choices.form?.delimiter ?? null,
    sheet: isJoined ? null : (choices.sheets[0] ?? null),
    together: isJoined ? [...choices.sheets] : alike,
    headerRow: typeof choices.headerRow === 'number' ? String(choices.headerRow) : '',
    hasNoHeader: choices.headerRow === 'none',
    lastRow: choices.lastRow === null ? '' : String(choices.lastRow),
  }
}
