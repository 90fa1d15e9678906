import { lazy } from '../../../contract/lazy.ts'
import { formatCount, plural } from '../../ui/format.ts'

const stateList = lazy(() => new Intl.ListFormat('en-AU', { type: 'disjunction' }))
const fieldList = lazy(() => new Intl.ListFormat('en-AU'))

/** The sentences of the look-up, screen by screen. */
export const lookupText = {
  title: 'Look up',
  recentLookups: 'Recent look-ups',
  browse: 'Browse by make and model',
  several: 'Bulk look-up',
  compare: 'Compare cars',
  more: 'More',
  notProvided: 'Not provided',
  moreFromService: 'More from the service',
  vehicle: 'Vehicle',
  savedShown: 'Showing the last saved result.',
  previousShown: 'Showing the previous result.',
  /** For screen readers: what a look-up found. The title of a look-up without a vehicle says so itself. */
  announcements: {
    match: (title: string) => `Found: ${title}.`,
    'low-quality': (title: string) => `Low-confidence match: ${title}.`,
    'no-match': (title: string) => `No matching vehicle in the catalogue. Road authority: ${title}.`,
    'vin-only': () => 'VIN only.',
    nothing: (title: string) => `${title}.`,
  },

  box: {
    form: 'Look up a car',
    label: 'Rego, VIN or keywords',
    placeholder: 'e.g. ABC 123, a VIN, or 2019 hilux sr5',
    anyFormat: 'Paste it in any format.',
    lookUp: 'Look up',
    search: 'Search',
    mayBeCharged: 'May be charged',
    searchBy: 'Search by',
    kinds: { plate: 'Rego', vin: 'VIN', text: 'Keywords' },
    chosenKinds: {
      plate: 'Looking up as a rego.',
      vin: 'Looking up as a VIN.',
      text: 'Searching by keyword.',
    },
    region: (name: string) => `Region: ${name}`,
    state: 'State',
    selectState: 'Select a state',
    suggested: 'suggested',
    suggestedState: (state: string) => `${state} suggested`,
    suggestedOption: (name: string) => `${name} (suggested)`,
    useSuggestion: (text: string) => `Use ${text}`,
    otherStates: (states: readonly string[], state: string) =>
      `Plates like this are from ${stateList().format(states)}, not ${state}. Check the state.`,
    confirmState: (plate: string, state: string, states: readonly string[]) => ({
      title: `Look up ${plate} in ${state}?`,
      text: `Plates like this are from ${stateList().format(states)}. The look-up may be charged even if no car is found.`,
      confirmLabel: 'Look up',
    }),
    stateNeeded: 'Select the state of this rego first.',
    empty: 'Enter a rego, VIN or keywords first.',
    testPlates: 'Test regos',
    tryTestPlates: 'Test regos for practice:',
  },

  recent: {
    pinned: 'Pinned',
    recent: 'Recent',
    saved: 'Saved on this PC. Open any time, at no cost.',
    none: 'No look-ups yet',
    noneText: 'Look up a car by rego or VIN, or search by keyword. Results are saved here.',
    loading: 'Loading recent look-ups',
    pin: (title: string) => `Pin ${title}`,
    unpin: (title: string) => `Unpin ${title}`,
    lookUpAgain: (title: string) => `Look up ${title} again`,
    remove: (title: string) => `Remove ${title}`,
    updated: (title: string) => `${title}: updated.`,
    removed: 'Look-up removed from this PC.',
    confirmRemove: (title: string) => ({
      title: 'Remove this look-up?',
      text: 'The saved result is removed from this PC. Looking up this car again may be charged.',
      names: [title],
      confirmLabel: 'Remove',
      tone: 'danger' as const,
    }),
    keywordSearch: 'Keyword search',
    keywords: (text: string) => `“${text}”`,
    vin: (vin: string) => `VIN ${vin}`,
  },

  query: {
    vin: (vin: string) => `VIN ${vin}`,
    plateInState: (plate: string, state: string) => `${plate} in ${state}`,
    pending: (query: string) => `Looking up ${query}`,
    cancel: 'Cancel',
    failed: (query: string) => `Couldn’t look up ${query}.`,
    askedBefore: (query: string) => `Look up ${query} again?`,
    askedBeforeText: 'It may have been charged already. Looking it up again may be charged too.',
  },

  answer: {
    vinOnly: 'VIN only',
    noRecord: (query: string) => `No record found for ${query}`,
    outcomes: {
      match: 'Matched',
      'low-quality': 'Check match',
      'no-match': 'No matching vehicle',
      'vin-only': 'VIN only',
      nothing: 'No record',
    },
    otherRegion: (region: string) => `This look-up is from ${region}`,
    otherRegionText: (region: string) => `Switch the region to ${region} to open it.`,
    removed: 'This look-up isn’t on this PC',
    removedText: 'It was removed, or it belongs to another account or region. Look up the car again.',
    opening: 'Opening look-up',
    titleOnly: 'No other vehicle data provided.',
    warnings: 'Warnings',
    fromCatalogue: 'From the catalogue',
    confidence: (value: string) => `Confidence ${value}`,
    untitled: (vehicleId: string) => `Vehicle ${vehicleId}`,
  },

  customers: {
    label: 'Your customer',
    withoutName: 'Customer without a name',
    sold: (date: string) => `Sold ${date}`,
    differentVin: 'Their record has a different VIN. The plate may have moved to another car.',
  },

  actions: {
    label: 'Vehicle actions',
    pin: 'Pin',
    unpin: 'Unpin',
    addToCompare: 'Add to compare',
    removeFromComparison: 'Remove from comparison',
    compare: 'Compare',
    compareFull: (max: number) => `You can compare up to ${max} vehicles. Remove one first.`,
    print: 'Print',
    rego: 'rego',
    vin: 'VIN',
    registeredVin: 'registered VIN',
    copy: (name: string) => `Copy ${name}`,
    copied: (name: string) => `Copied ${name}.`,
  },

  tabs: {
    label: 'About this vehicle',
    vehicle: 'Vehicle',
    status: 'Registration status',
    specs: 'Specs',
    market: (price: string) => (price === '' ? 'Market' : `Market ${price}`),
    /** `reuseHours`: for so long a saved result is shown again; 0: never. */
    mayBeCharged: (names: readonly string[], reuseHours: number) =>
      `Opening ${stateList().format(names)} may be charged.${
        reuseHours === 0 ? '' : ` A result of the last ${plural(reuseHours, 'hour')} is shown again at no cost.`
      }`,
    noVehicle: 'Specs and market data aren’t available without a matched vehicle.',
    noPlate: 'Registration status needs a rego. Look up the car by rego.',
    noState: 'Registration status needs the state of the rego.',
    noRecord: 'The vehicle’s details aren’t saved on this PC. Search for the vehicle again.',
  },

  authority: {
    title: 'Road authority record',
    description: (text: string) => `Road authority: ${text}`,
    differences: (count: number) => `${plural(count, 'difference')} from the road authority`,
    agrees: 'Matches the road authority',
    differs: (value: string) => `Road authority: ${value}`,
    none: 'No description provided.',
  },

  check: {
    title: 'Low-confidence match',
    /** `fields`: what the road authority has, or has otherwise. */
    compare: (fields: readonly string[]) =>
      `At the car, compare ${fields.length > 0 ? fieldList().format(fields) : 'year, body, colour and VIN'}.`,
    notThisCar: 'Not this car? Search the catalogue',
  },

  nextSteps: {
    lookUpVin: 'Look up this VIN (may be charged)',
    searchCatalogue: 'Search the catalogue',
    searchUsing: (facets: string) => `Search using: ${facets}.`,
    noMatch: 'No matching vehicle in the catalogue',
    noMatchText: 'The road authority has a record of this car. Use its description to search by make and model.',
    vinOnly: 'VIN only',
    vinOnlyText: 'The road authority provided only the VIN. Look up the VIN to find the vehicle.',
    vinOnlyCatalogue: 'The road authority provided only the VIN. Search by make and model to find the vehicle.',
    nothing: 'No record found',
    checkVin: 'Check the VIN against the compliance plate. A character may be wrong.',
    checkPlateAndState: 'Check the rego and its state. A rego is found only in its own state.',
    checkPlate: (region: string) => `Check the rego. It may be registered outside ${region}.`,
  },

  packs: {
    title: 'Option packs',
    none: 'No option packs are listed for this vehicle.',
    select: 'Select the packs that this car has.',
    noPrice: 'No price',
    noneSelected: 'None selected',
    unpriced: (count: number) => `${plural(count, 'pack')}, no price`,
    sum: (count: number, price: string, unpriced: number) =>
      `${plural(count, 'pack')}, ${price}${unpriced > 0 ? ` and ${formatCount(unpriced)} without a price` : ''}`,
    printed: (names: string, sum: string) => `Option packs: ${names} (${sum})`,
  },

  palette: {
    title: 'Look up',
    plate: (plate: string, state: string | null) => `Look up rego ${plate}${state ? ` (${state})` : ''}`,
    vin: (vin: string) => `Look up VIN ${vin}`,
    keywords: (text: string) => `Search the catalogue for “${text}”`,
    mayCost: 'May be charged',
  },

  search: {
    results: (keywords: string) => `Vehicles for “${keywords}”`,
    heading: (count: number, more: boolean, keywords: string) =>
      `${more ? 'First ' : ''}${plural(count, 'vehicle')} for “${keywords}”`,
    none: (keywords: string) => `No vehicles match “${keywords}”`,
    noneText: 'Try fewer words, such as make, model and year. You can also browse the catalogue.',
    searching: (keywords: string) => `Searching for “${keywords}”`,
    perPage: 'Results per page',
    showMore: 'Show more',
    limit: (max: number) => `Showing the first ${formatCount(max)}. Add keywords or filters to narrow the results.`,
    noId: 'Specs and market data aren’t available for this vehicle.',
  },

  catalogue: {
    title: 'Browse the catalogue',
    loading: 'Loading the catalogue',
    savedFilters: 'Showing the last saved filters.',
    savedVehicles: 'Showing the last saved vehicles.',
    counting: 'Counting…',
    narrow: 'Select filters',
    vehicles: (count: number) => plural(count, 'vehicle'),
    someOf: (shown: number, total: number) => `${formatCount(shown)} of ${plural(total, 'vehicle')}`,
    clearAll: 'Clear all',
    anyOrder: 'Select filters in any order.',
    none: 'No matching vehicles',
    noneText: 'Remove a filter to see more vehicles.',
    removeFilter: (label: string, value: string) => `Remove ${label.toLowerCase()} ${value}`,
    any: 'Any',
    clearFacet: (label: string) => `Clear ${label}`,
    noOptions: 'No options',
    noMatchingOptions: 'No matching options',
    moreOptions: (count: number) => `${formatCount(count)} more. Type to narrow the list.`,
  },

  status: {
    loading: (plate: string) => `Loading the registration of ${plate}`,
    registration: 'Registration',
    expiry: 'Expiry',
    vin: 'VIN',
    plateIn: (plate: string, state: string) => `${plate} in ${state}`,
    matches: 'Matches the look-up',
    mismatch: (vin: string | null) => `Doesn’t match the look-up, ${vin ?? ''}`,
    noVin: 'The look-up has no VIN to compare with.',
    noExpiry: 'No expiry date provided',
    expiresToday: 'Expires today',
    expiresTomorrow: 'Expires tomorrow',
    expiredYesterday: 'Expired yesterday',
    expiresIn: (days: number) => `Expires in ${plural(days, 'day')}`,
    expiredAgo: (days: number) => `Expired ${plural(days, 'day')} ago`,
    check: 'Check registration (may be charged)',
    summary: (status: string, expiry: string, isExpired: boolean) =>
      `${status}, ${isExpired ? 'expired on' : 'to'} ${expiry}. No write-off recorded.`,
    summaryWithoutExpiry: (status: string) => `${status}. No write-off recorded.`,
    incident: 'Incident',
    incidentType: (name: string, code: string) => `${name} (${code})`,
    incidentTypes: {
      RWO: 'Repairable write-off',
      SWO: 'Statutory write-off',
      IWO: 'Inspected write-off',
    },
    recorded: 'Recorded',
    state: 'State',
    code: 'Code',
    damageCodes: 'Damage codes',
    noIncidents: 'No write-off incidents recorded',
    incidents: (count: number) => `${plural(count, 'write-off incident')} recorded`,
  },
} as const
