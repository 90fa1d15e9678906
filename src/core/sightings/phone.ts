import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import type { Region } from '../../contract/region.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import { formatPhone } from '../../contract/regional-format.ts'

const countries: Readonly<Record<Region, CountryCode>> = { au: 'AU', nz: 'NZ', my: 'MY' }

/** A number with fewer digits can't be dialled. */
const minDigits = 6

/**
 * A mobile number as people read it, and as a `tel:` address in E.164 (RFC 3966). A foreign number is shown in
 * international form; a number that can't be parsed is shown unchanged and dialled by its digits. Null when there is
 * nothing to dial. An extension is not dialled: no other program could be relied on to understand it.
 */
export function phoneOf(mobileNumber: string | null, region: Region): SightedCar['phone'] {
  const text = mobileNumber?.trim() ?? ''
  const country = countries[region]
  const parsed = parsePhoneNumberFromString(text, country)
  // A local number without its area code has a possible length, but is not valid here.
  if (parsed?.isPossible() && (parsed.isValid() || /^[+0]/.test(text))) {
    const isHome = parsed.countryCallingCode === callingCodes[region]
    return {
      shown: isHome ? formatPhone(`0${parsed.nationalNumber}`, region) : parsed.formatInternational(),
      tel: `tel:${parsed.number}`,
    }
  }
  const digits = text.replaceAll(/\D/g, '')
  return digits.length < minDigits ? null : { shown: text, tel: `tel:${text.startsWith('+') ? '+' : ''}${digits}` }
}

const callingCodes: Readonly<Record<Region, string>> = { au: '61', nz: '64', my: '60' }
