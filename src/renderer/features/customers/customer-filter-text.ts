import { customerColumns } from '../../../contract/customer-columns.ts'
import type { DateRange, FilterDate } from '../../../contract/customer-filter.ts'
import { formatCount, formatDate, plural } from '../../ui/format.ts'

const unitNames = { days: 'day', months: 'month', years: 'year' } as const
type Unit = keyof typeof unitNames

/** "in the next 30 days", "3 to 5 years ago", "from 1/2/2026", "any day". */
function describeRange(range: DateRange): string {
  const { from, to } = range
  if (range.kind === 'between') {
    if (range.from === null) return range.to === null ? 'any day' : `until ${formatDate(range.to)}`
    return range.to === null ? `from ${formatDate(range.from)}` : `${formatDate(range.from)} to ${formatDate(range.to)}`
  }
  const amount = (count: number): string => plural(Math.abs(count), unitNames[range.unit])
  if (from === null) {
    if (to === null) return 'any day'
    return Number(to) <= 0 ? `${amount(Number(to))} ago or earlier` : `within ${amount(Number(to))} or earlier`
  }
  if (to === null)
    return Number(from) <= 0 ? `in the last ${amount(Number(from))} or later` : `in ${amount(Number(from))} or later`
  const [first, last] = [Number(from), Number(to)]
  if (first === last && first !== 0) return first < 0 ? `${amount(first)} ago` : `in ${amount(first)}`
  if (first === 0 && last === 0) return 'today'
  if (first === 0) return `in the next ${amount(last)}`
  if (last === 0) return `in the last ${amount(first)}`
  if (last < 0) return `${formatCount(-last)} to ${amount(first)} ago`
  if (first > 0) return `in ${formatCount(first)} to ${amount(last)}`
  return `${amount(first)} ago to ${amount(last)} from today`
}

export const filterText = {
  label: 'Filter customers',
  listed: 'Seen for sale',
  anyListed: 'All',
  seen: 'Seen for sale',
  never: 'Never seen',
  neverChip: 'Never seen for sale',
  state: 'State',
  noState: 'No state',
  uploads: 'Uploads',
  /** Undefined: not in the upload history of this PC. */
  uploadChip(names: readonly (string | undefined)[]): string {
    const [name] = names
    if (names.length > 1) return `${names.length} uploads`
    return name === undefined ? 'One upload' : `Upload: ${name}`
  },
  extraFields: 'Extra fields',
  field: 'Field',
  fieldPlaceholder: 'Select a field',
  contains: 'Contains',
  add: 'Add filter',
  missingVin: 'No VIN',
  unsaved: 'Unsaved changes',
  withCount: (name: string, count: number): string => `${name} (${formatCount(count)})`,
  /** Of views that an older version saved. */
  expiryChip: (days: number): string => (days === 0 ? 'Expires today' : `Expires within ${plural(days, 'day')}`),
  fieldChip: (name: string, contains: string): string => (contains === '' ? `Has ${name}` : `${name}: ${contains}`),
  anyOf: (values: readonly string[]): string =>
    values.length > 3
      ? `${values.slice(0, 2).join(', ')} or ${formatCount(values.length - 2)} more`
      : values.join(' or '),

  dates: {
    label: 'Dates',
    any: 'Any date',
    chip: (date: FilterDate, range: DateRange): string => `${customerColumns[date].title} ${describeRange(range)}`,
    preset: (range: DateRange): string => {
      const text = describeRange(range)
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    between: 'Between two dates',
    relative: 'Counted from today',
    from: (name: string): string => `${name} from`,
    to: (name: string): string => `${name} to`,
    unit: 'Unit',
    direction: 'Direction',
    units: { days: 'days', months: 'months', years: 'years' } satisfies Record<Unit, string>,
    ago: 'ago',
    ahead: 'from today',
    wrongOrder: 'The first date is after the last one.',
  },
  missing: {
    label: 'Missing',
    field: (name: string): string => `No ${name}`,
  },
  contact: {
    label: 'Do not contact',
    any: 'All',
    forbidden: 'Do not contact',
    allowed: 'Can be contacted',
  },
  outcomes: {
    label: 'Outcome of the last call',
    new: 'No outcome yet',
    none: 'No calls yet.',
  },
  cars: {
    label: 'Make and model',
    search: 'Search makes and models',
    noMake: 'Unknown make',
    noModel: 'Unknown model',
    models: (make: string): string => `Models of ${make}`,
    none: 'No matching makes',
    more: (count: number): string => `${plural(count, 'more make')}. Type to search.`,
  },
  chips: {
    label: 'Active filters',
    isOn: (label: string): string => `Filter ${label}`,
    remove: (label: string): string => `Remove filter: ${label}`,
    clear: 'Clear all',
  },
  empty: {
    title: 'No matching customers',
    text: 'No customer matches all of these filters.',
    search: 'Try clearing the search or filters.',
    switchOff: (label: string, count: number): string => `Switch off “${label}” to see ${plural(count, 'customer')}`,
    clearSearch: (count: number): string => `Clear the search to see ${plural(count, 'customer')}`,
  },
  foot: {
    label: 'Customers in the list',
    all: (count: number): string => plural(count, 'customer'),
    found: (count: number): string => `${plural(count, 'customer')} found`,
    of: (count: number): string => `of ${formatCount(count)}`,
    selected: (count: number): string => `${plural(count, 'customer')} selected`,
    withSightings: (count: number): string => `${formatCount(count)} seen for sale`,
    missingMobile: (count: number): string => `${formatCount(count)} without mobile`,
    missingVin: (count: number): string => `${formatCount(count)} without VIN`,
    doNotContact: (count: number): string => `${formatCount(count)} do not contact`,
    show: 'Show only these',
  },
  views: {
    label: 'Saved views',
    all: 'All customers',
    ready: 'Ready-made views',
    own: 'Your views',
    quick: 'Views',
    changed: 'changed',
    rename: (name: string): string => `Rename ${name}`,
    renameButton: 'Rename',
    newName: 'New name',
    copy: (name: string): string => `Copy ${name} to your views`,
    copyName: (name: string, number: number): string =>
      number === 1 ? `Copy of ${name}` : `Copy of ${name} (${number})`,
    delete: (name: string): string => `Delete view ${name}`,
    deleted: (name: string): string => `View “${name}” deleted; in a team, on all PCs.`,
    saved: (name: string): string => `View “${name}” saved; in a team, on all PCs.`,
    overwrite: (name: string): string => `Save changes to “${name}”`,
    saveAs: 'Save as a view',
    placeholder: 'e.g. Expiring in VIC',
    save: 'Save',
    names: {
      expiring: 'Expiring soon',
      'no-mobile': 'Missing mobile',
      forbidden: 'Do not contact',
      never: 'Never seen',
      'three-to-five': 'Sold 3 to 5 years ago',
    },
  },
} as const
