import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

/** Draws whole numbers below a bound; the same seed gives the same numbers. */
export type Draw = (below: number) => number

export function drawFrom(seed: number): Draw {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const letters = 'ABCDEFGHJKLMNPRSTUWXYZ'
const pick = <T>(draw: Draw, from: readonly T[]): T => from[draw(from.length)] as T
const words = (text: string): readonly string[] => text.split(',')
const digits = (draw: Draw, count: number): string => Array.from({ length: count }, () => draw(10)).join('')
const letter = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => pick(draw, [...letters])).join('')
const pad = (number: number): string => String(number).padStart(2, '0')
/** 9 is a digit, A is a letter, all else stays. */
const shaped = (draw: Draw, shape: string): string =>
  shape.replace(/[9A]/g, (sign) => (sign === '9' ? digits(draw, 1) : letter(draw, 1)))

const firsts = words(
  'Ann,Bob,Chloe,Dinesh,Emma,Farid,Grace,Hamish,Isla,Jack,Kiri,Liam,Mia,Noah,Olivia,Priya,Quinn,Ruby,Sione,Tom,Uma,Vikram,Wei,Xanthe,Yusuf,Zoe',
)
const lasts = words(
  "Lee,Smith,O'Brien,Nguyen,Singh,van der Berg,Papadopoulos,Brown,Kaur,McDonald,Taylor,Jones,Ngata,Tan,White,Lim,Costa,Wilson,Ahmed,Martin,Chen,Walker,Rossi,Hill",
)
const companies = words(
  'Harbour Plumbing Pty Ltd,Lee & Sons,Tan Group,Ray Family Trust,Foxglove Services,Poe Pty Ltd,Kaur Holdings,Jones Transport Ltd,Mt Isa City Council,Ace Electrical P/L,North Shore Dental Group',
)
const suburbs = words(
  'Parramatta,Geelong,Ryde,Cairns,Glenelg,Midland,Hobart,Dickson,Penrith,Ballarat,Logan,Frankston,Bunbury,Darwin',
)
const states = words('NSW,VIC,NSW,QLD,SA,WA,TAS,ACT,Vic,QLD,NSW,VIC,New South Wales,Qld')
const cars = words(
  '2019 Toyota Hilux SR5,2021 Mazda CX-5,Ford Ranger XLT 2018,Kia Cerato S,2020 Hyundai i30,Subaru Forester 2017,Nissan X-Trail ST-L,2016 Holden Colorado,MG ZS Excite,Isuzu D-Max 2022',
)
const streets = words('High St,Low Rd,Oak Ave,Elm St,Bay Rd,Hill St,Park Ln,Mill Ct,George St,Ocean Pde')
const titles = words('Mr,Mrs,Ms,Miss,Mr,Dr,Mr,Mrs')
const malayNames = words(
  'Ahmad bin Ismail,Siti Aminah binti Yusof,Tan Wei Ming,Lim Chee Keong,Muthu a/l Raman,Nurul Huda,Wong Siew Ling,Mohd Faizal Rahman,Kavitha a/p Subramaniam,Lee Chong Wei',
)
const plateShapes = words('AAA99A,AA99AA,9AA9AA,AAA999,999AAA,999AA9,S999AAA,9AAA999,A99AA,YAA99A,CA99AA')

const person = (draw: Draw): string => `${pick(draw, firsts)} ${pick(draw, lasts)}`
const date = (draw: Draw) => ({ day: 1 + draw(28), month: 1 + draw(12), year: 2015 + draw(11) })
const iso = ({ day, month, year }: ReturnType<typeof date>): string => `${year}-${pad(month)}-${pad(day)}`
const written = ({ day, month, year }: ReturnType<typeof date>): string => `${day}/${pad(month)}/${year}`
const month = words('Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec')
const plate = (draw: Draw): string => {
  const text = shaped(draw, pick(draw, plateShapes))
  return draw(5) === 0
    ? `${text.slice(0, 3)}${pick(draw, ['-', ' '])}${text.slice(3)}`
    : draw(9) === 0
      ? text.toLowerCase()
      : text
}
const mobile = (draw: Draw): SourceCell => {
  const number = `4${pick(draw, ['00', '12', '21', '38', '91'])}${digits(draw, 6)}`
  const forms = [
    `0${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`,
    `0${number}`,
    Number(number),
    `+61 ${number}`,
    `61${number}`,
  ]
  return pick(draw, forms)
}
const landline = (draw: Draw): string =>
  `(0${pick(draw, ['2', '3', '7', '8'])}) ${pick(draw, ['9', '8'])}${digits(draw, 3)} ${digits(draw, 4)}`

/** One cell of each kind, before dirt. */
const kinds: Readonly<Record<string, (draw: Draw, row: number) => SourceCell>> = {
  plate,
  nzplate: (draw) => shaped(draw, pick(draw, ['AAA999', 'AAA999', 'AAA99', 'AA9999'])),
  myplate: (draw) => `${pick(draw, ['W', 'V', 'B', 'J', 'P'])}${letter(draw, 2)} ${1 + draw(9)}${digits(draw, 3)}`,
  platestate: (draw) => `${shaped(draw, 'AAA99A')} (${pick(draw, ['NSW', 'NSW', 'VIC', 'QLD'])})`,
  vin: (draw) =>
    `${pick(draw, ['6T1', 'MR0', 'JM0', 'KNA', 'WBA', '6FP'])}${letter(draw, 2)}${digits(draw, 2)}${letter(draw, 3)}${digits(draw, 7)}`,
  frame: (draw) => `${letter(draw, 3)}${digits(draw, 2)}-${digits(draw, 7)}`,
  state: (draw) => pick(draw, states),
  mobile: (draw) => mobile(draw),
  nzmobile: (draw) =>
    pick(draw, [
      `021 ${1 + draw(9)}${digits(draw, 2)} ${digits(draw, 4)}`,
      `027${1 + draw(9)}${digits(draw, 6)}`,
      Number(`22${1 + draw(9)}${digits(draw, 6)}`),
    ]),
  mymobile: (draw) =>
    pick(draw, [
      `012-${2 + draw(7)}${digits(draw, 2)} ${digits(draw, 4)}`,
      `+60 16-${2 + draw(7)}${digits(draw, 6)}`,
      `0179${digits(draw, 6)}`,
    ]),
  intlmobile: (draw) => `+614${pick(draw, ['00', '12', '21'])}${digits(draw, 6)}`,
  fbphone: (draw) => `p:+614${pick(draw, ['00', '12', '21'])}${digits(draw, 6)}`,
  landline,
  mixedphone: (draw) => (draw(3) === 0 ? mobile(draw) : landline(draw)),
  name: (draw) => person(draw),
  upper: (draw) => (draw(4) === 0 ? pick(draw, companies).toUpperCase() : person(draw).toUpperCase()),
  customer: (draw) => (draw(4) === 0 ? pick(draw, companies) : person(draw)),
  staff: (draw) => pick(draw, ['Sam Brooks', 'Kelly Dunn', 'Raj Patel']),
  myname: (draw) => pick(draw, malayNames),
  first: (draw) => pick(draw, firsts),
  last: (draw) => pick(draw, lasts),
  initials: (draw) =>
    letter(draw, 1 + draw(2))
      .split('')
      .join(' '),
  title: (draw) => pick(draw, titles),
  company: (draw) => pick(draw, companies),
  sparsecompany: (draw) => (draw(4) === 0 ? pick(draw, companies) : ''),
  date: (draw) => {
    const day = date(draw)
    return draw(12) === 0 ? `${day.day}-${month[day.month - 1]}-${String(day.year).slice(2)}` : written(day)
  },
  sparsedate: (draw) => (draw(4) === 0 ? written(date(draw)) : ''),
  iso: (draw) => iso(date(draw)),
  usdate: (draw) => {
    const day = date(draw)
    return `${pad(day.month)}/${pad(day.day)}/${day.year}`
  },
  stamp: (draw) => `${iso(date(draw))} ${pad(draw(24))}:${pad(draw(60))}:${pad(draw(60))}`,
  future: (draw) => written({ ...date(draw), year: 2027 + draw(4) }),
  birth: (draw) => written({ ...date(draw), year: 1945 + draw(58) }),
  birthday: (draw) => `${pad(1 + draw(12))}/${pad(1 + draw(28))}`,
  time: (draw) => `${7 + draw(10)}:${pick(draw, ['00', '15', '30', '45'])} ${pick(draw, ['AM', 'PM'])}`,
  truefalse: (draw) => pick(draw, ['false', 'false', 'false', 'true']),
  yesno: (draw) => pick(draw, ['No', 'No', 'Yes', 'No', 'N', 'Y']),
  yesblank: (draw) => pick(draw, ['', '', '', 'Y']),
  onezero: (draw) => pick(draw, [0, 0, 0, 1]),
  allow: (draw) => pick(draw, ['Allow', 'Allow', 'Do Not Allow']),
  subscribed: (draw) => pick(draw, ['SUBSCRIBED', 'SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED']),
  email: (draw) =>
    `${pick(draw, firsts).toLowerCase()}${draw(99)}@${pick(draw, ['gmail.com', 'bigpond.com', 'example.com.au'])}`,
  street: (draw) => `${1 + draw(200)} ${pick(draw, streets)}`,
  address: (draw) =>
    `${1 + draw(200)} ${pick(draw, streets)}, ${pick(draw, suburbs)} ${pick(draw, states)} ${2000 + draw(5000)}`,
  suburb: (draw) => pick(draw, suburbs),
  postcode: (draw) => pick(draw, [String(2000 + draw(900)), 3000 + draw(900)]),
  country: () => 'Australia',
  licence: (draw) => digits(draw, 8),
  ssn: (draw) => `${digits(draw, 3)}-${digits(draw, 2)}-${digits(draw, 4)}`,
  ic: (draw) => `${digits(draw, 6)}-14-${digits(draw, 4)}`,
  account: (draw) => `${digits(draw, 3)}-${digits(draw, 6)}`,
  card: (draw) => `4${digits(draw, 3)} ${digits(draw, 4)} ${digits(draw, 4)} ${digits(draw, 4)}`,
  gender: (draw) => pick(draw, ['M', 'F', 'Female', 'Male']),
  id: (draw, row) => 104_000 + row * 7 + draw(5),
  count: (_, row) => row + 1,
  code: (draw) => `0065g${digits(draw, 5)}${letter(draw, 4)}${letter(draw, 4).toLowerCase()}`,
  fbid: (draw) => `l:${digits(draw, 15)}`,
  stock: (draw) => `U${digits(draw, 5)}`,
  invoice: (draw, row) => `INV-${1000 + row * 3 + draw(2)}`,
  engine: (draw) => `${digits(draw, 1)}${letter(draw, 2)}${digits(draw, 7)}`,
  small: (draw) => 1 + draw(5),
  percent: (draw) => pick(draw, ['100', '100', '4.99%', '7.25%']),
  money: (draw) =>
    pick(draw, [`$${(5 + draw(60)) * 1000}`, 12_990 + draw(30_000), `${9 + draw(60)},${digits(draw, 3)}.00`]),
  currency: () => 'AUD',
  km: (draw) => pick(draw, [`${10 + draw(140)},${digits(draw, 3)}`, 10_000 + draw(140_000)]),
  year: (draw) => 2010 + draw(14),
  make: (draw) => pick(draw, words('Toyota,Mazda,Ford,Kia,Hyundai,Subaru,Nissan')),
  model: (draw) => pick(draw, words('Hilux,CX-5,Ranger,Cerato,i30,Forester,X-Trail')),
  car: (draw) => pick(draw, cars),
  colour: (draw) => pick(draw, words('White,Red,Blue,Grey,Black,Silver')),
  word: (draw) => pick(draw, words('Gold,Retail,Premium,Standard,Sport')),
  label: (draw) => pick(draw, words('Home,Work,Mobile')),
  zone: (draw) => pick(draw, words('Australia/Sydney,Australia/Brisbane')),
  newused: (draw) => pick(draw, words('N,U,D')),
  bank: (draw) => pick(draw, words('Westpac,ANZ,Macquarie,Maybank')),
  tag: (draw) => pick(draw, words('customers,myContacts ::: * starred,vip')),
  source: (draw) => pick(draw, words('Website,Walk-in,Referral,Spring Sale,carsales')),
  stage: (draw) => pick(draw, words('Closed Won,Won,Delivered,Complete')),
  deal: (draw) => `${pick(draw, lasts)} - ${pick(draw, words('Hilux,Mazda 3,Ranger,Cerato,i30'))}`,
  note: (draw) =>
    pick(
      draw,
      words('call after 6,2nd car in fleet,likes utes,came by web,paid cash,finance through us,wants a tow bar,'),
    ),
  blank: () => '',
}

const dirt = ['', '', '', 'N/A', '-', 'TBA', '?']
/** Kinds that are complete in any export, or have their own blanks. */
const clean = new Set([
  'id',
  'count',
  'code',
  'fbid',
  'stamp',
  'truefalse',
  'onezero',
  'currency',
  'blank',
  'yesblank',
  'allow',
  'subscribed',
  'country',
])

/** Made-up cells of a column, with blanks and placeholders as in real files. Throws for an unknown kind. */
export function columnCells(kind: string, rows: number, draw: Draw): SourceCell[] {
  const cell = kinds[kind]
  if (!cell) throw new Error(`There is no kind of value named ${kind}`)
  return Array.from({ length: rows }, (_, row) =>
    !clean.has(kind) && draw(10) === 0 ? pick(draw, dirt) : cell(draw, row),
  )
}
