import type { ColumnTarget } from '../../../contract/column-choices.ts'

/** One list as text, parted by bars: some hundred names read better so than one a line. */
function list(text: string): readonly string[] {
  return text
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Targets that a column's header can name. */
export type NamedTarget = Exclude<ColumnTarget, 'expiry_date' | 'rego_and_state' | 'keep' | 'leave_out'>

/** Headers as dealer systems, CRMs and workshops write them (compare by `normaliseHeader`). */
export const headerSynonyms: Readonly<Record<NamedTarget, readonly string[]>> = {
  rego: list(`
    Registration/Licence Plate | LicPlate | No. Pendaftaran | Plates | Licence Plate No | Tag | Tag Number |
    Vehicle No | Car No | Nombor Pendaftaran | No Pendaftaran Kenderaan`),
  state: list(`
    LicPlateState | Reg St | Plate St | Number Plate State | St`),
  vin: list(`
    No. Sasis | Vehicle ID No | Vehicle Identification No | Vehicle Identification | Vehicle Ident No | Chasis
    No | Chassis ID | Frame # | Serial No | Vehicle Serial | Vehicle Serial No | Body No | No Casis | Nombor
    Casis | Nombor Chasis`),
  client_name: list(`
    Owner Account Name | Nama Pemunya Berdaftar | Registered Owner Name | Cust | Customer Name | Customer Details | Registered
    Owner | Reg Owner | Registered Operator | Name | Contact | Account Name | Acct Name | Bill To Name | Billing
    Name | Invoice Name | Invoiced To | Sold To | Sold To Name | Display Name | Patron | Patron Name | Who |
    Contact Person | Nama | Nama Penuh | Nama Pelanggan | Nama Pembeli | Nama Pemilik`),
  first_name: list(`
    nameForename | fname | Contact First Name | Preferred Name`),
  middle_name: list(`
    MiddleName | Middle Initial | MI | Second Name`),
  last_name: list(`
    family_name | last | Contact Last Name | Co./Last Name`),
  title: list(`
    Title/Initials | Prefix`),
  company: list(`
    Company Name | company | Business Name | Trading As | Organisation | Organization | Organisation Name |
    Organization Name | Entity Name | Corporate Name | Fleet Name | Account`),
  mobile_number: list(`
    owner_phone | contact number | Preferred contact number | Personal Mobile | Ph (M) | M | SMS | SMS No | Text
    Number | WhatsApp | WhatsApp No | Hand Phone | H/Phone | No Tel Bimbit | Telefon Bimbit |
    No Bimbit`),
  sale_date: list(`
    Sold At | Hand Over | Hand Over Date | Deal Closed | Write Up Date | Date of First Drive Away | First Drive Away |
    Tarikh Jualan | Tarikh Jual | Tarikh Invois | Tarikh Serahan | Tarikh Penghantaran | Tarikh Beli`),
  opt_out: list(`
    Do Not Call | DNC | Do Not Contact | Opt Out | Unsubscribed | Stop all mail | No Marketing | DND | SMS Opt Out |
    Privacy Flag | Opted Out | Do Not Market | Do Not SMS | Do Not Text | Do Not Email | Do Not Mail | No Contact |
    Email Opt Out | Marketing Opt Out | Unsubscribe | No SMS | Phone Opt Out | Do Not Phone | Call Opt Out |
    Has Opted Out of Email | Do Not Disturb | Suppressed`),
}

/** A phone column whose name does not say mobile: taken when its values do. */
export const anyPhoneHeaders = list(`
    Phone | Phone No | Contact No | Contact Phone | Best Contact | Daytime Phone | Day Phone | Contact Details |
    No Tel | Best Number | Preferred Number | Your Number | Their Number | Number to Call`)

/** Which date is the sale's when a file has several, best first: the words that say it. */
export const saleDateWords = 'delivery possession sold sale invoice contract deal settlement order'.split(' ')

/** Names that never are the field: whole words or phrases within a header, never parts of words. */
export const headerNegatives = {
  anyField: list(`
    Trade In | T/I | T/In | Tradein | Trade | Traded | Part Exchange | Px | Previous | Prev | Old | Co-Buyer |
    Cobuyer | Second Owner | Joint | Spouse | Partner | Driver | Referee | Next of Kin | NOK | Kin | ICE | Emerg |
    Wife | Husband | Parent | Mother | Father | Son | Daughter | Friend | Relative | Carer | Attorney | POA |
    Solicitor | Accountant | Witness | Landlord | Neighbour | Salesperson | Sales Person |
    S/Person | S/Man | S/Rep | Salesman | Consultant | Rep | Business Manager | BM | F&I | Finance Manager | Dealer |
    Dealership | Branch | Store | Site | Yard | Location | Financier | Lender | Bank | Insurer | Broker | Supplier |
    Vendor | Service Advisor`),
  rego: list(`
    Registration Date | First Registration | Rego Date | Rego Fee | Rego Cost | Registration Fee | Rego Expiry |
    Rego Due | Registered Owner | Registration Type | Rego Months | Tarikh Pendaftaran | Compliance Plate |
    Compliance Date | Build Plate | Plate Date | Plate Type | Plate Style | Trade Plate | Tow | Courtesy | Loaner |
    Replacement | Key No | Stock No | Deal No | Fleet No | Engine No`),
  state: list(`
    Province | Region | Vehicle Condition | Status | Statement`),
  vin: list(`
    Engine No | No. Enjin | Stock No | Model Code | Model No | Katashiki | Key No | Radio Code | Tag ID | PPSR Number |
    Build No | Production No | Commission No | RDR No | Last 6 of VIN | Short VIN | VIN 8 | Last 8 VIN | NEVDIS Ref`),
  client_name: list(`
    Make | Model | Badge | Username | User Name | File Name | Campaign Name | Product Name | Street Name |
    Customer No | Customer ID | Customer Code | Account No | Customer Type | Customer Source | Customer Email |
    Contact ID | Record ID | No. ID | NRIC | IC No`),
  mobile_number: list(`
    Fax | Home Phone | Phone (H) | Work Phone | Business Phone | Phone (W) | Phone (B) | After Hours | AH |
    BeeperPhone | Emergency Contact | Office Phone | ABN | ACN | Postcode | Licence No | Contract No`),
  sale_date: list(`
    Date of Birth | DOB | Birthday | Birthdate | Birth Date | Build Date | Compliance Date | First Reg Date |
    Date In | Stock Date | Stocked Date | Arrival Date | Next Service | Service Due | Last Service | Created |
    Create Date | WOF | COF | Warrant | Enquiry Date | Modified | Updated | Printed | Report Date | Test Drive Date |
    Appointment Date | Expected Delivery | Estimated Delivery | ETA | Est Delivery Date`),
} as const

/**
 * Private matters that a recapture upload has no use for: left out unless chosen one by one. Whole words or phrases.
 */
export const sensitiveHeaders = list(`
    Date of Birth | DOB | Birth | Birthday | Birthdate | Birth Date | Age | Tarikh Lahir | Driver Licence |
    Drivers Licence | Driving Licence | Licence Expiry | Licence Class | Licence State | Lic No | DL No | DL Expiry |
    DL State | Licence | Card | Credit Card | Card Expiry | CVV | Bank | BSB | Bank Account | Account Number |
    Account No | Acct No | IBAN | SWIFT | NRIC | IC No | No IC | IC | KP | No KP | MyKad | No. ID | ID No | ID Number |
    Identity Card | Kad Pengenalan | Passport | Passport Expiry | TFN | Tax File Number | Medicare | Email | E-mail |
    Email Address | Emel | Address | Alamat | Street | Suburb | Postcode | Post Code | P/Code | PCode | P Code | P/C | Zip |
    Zip Code | Postal | Mailing | City | Town | Bandar | Addr | Addr 1 | Addr1 | Addr 2 | Addr2 | Street Address |
    Country | Nationality | SSN | Social Security | Social Security No | NI Number | National Insurance | IRD Number |
    IRD No | IRD | CRN | Centrelink | Visa No | Poskod | Gender | Sex | Marital Status | Religion | Ethnicity |
    Occupation | Employer | Income | Salary | Super | Superannuation | IP Address | Next of Kin | Spouse |
    Emergency Contact | Referee | Driver | Nominated Driver | Password | PIN`)

/** Words by which a file shows that it holds addresses: then a bare "State" is the address's. */
export const addressHeaders = list(
  `Address | Addr | Addr1 | Street | Suburb | Postcode | Post Code | P/Code | PCode | Zip | Postal | Mailing | City | Town`,
)

export const makes: ReadonlySet<string> = new Set(
  list(`
    toyota | mazda | ford | hyundai | kia | mitsubishi | nissan | honda | subaru | suzuki | volkswagen | vw | holden |
    isuzu | isuzu ute | mg | mercedes | mercedes-benz | mercedes benz | bmw | audi | lexus | jeep | renault | peugeot |
    skoda | volvo | land rover | range rover | gwm | haval | ldv | byd | tesla | chery | proton | perodua | mini |
    fiat | alfa romeo | jaguar | porsche | ram | ssangyong | infiniti | daihatsu | citroen | great wall`),
)
