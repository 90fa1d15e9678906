import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import type { Region } from '../../contract/region.ts'
import type { SightedCar } from '../../contract/sightings.ts'

const countries: Readonly<Record<Region, CountryCode>> = { au: 'AU', nz: 'NZ', my: 'MY' }

/** Fewer digits than this are no number that can be dialled. */
const leastDigits = 6

/**
 * A mobile number as it is read out, and as a `tel:` address in E.164 (RFC 3966). A number of another country is shown in its international form;
 * one that cannot be read is shown as it is and dialled by its digits. Null when there is nothing to dial.
 */
export function phoneOf(mobileNumber: string | null, region: Region): SightedCar['phone'] {
  const text = mobileNumber?.trim() ?? ''
  const country = countries[region]
  const parsed = parsePhoneNumberFromString(text, country)
  // Without its area code a number is of the right length for some place, but not for this one.
  if (parsed?.isPossible() && (parsed.isValid() || /^[+0]/.test(text))) {
    const isHome = parsed.countryCallingCode === callingCodes[region]
    return { shown: isHome ? parsed.formatNational() : parsed.formatInternational(), tel: parsed.getURI() }
  }
  const digits = text.replaceAll(/\D/g, '')
  return digits.length < leastDigits ? null : { shown: text, tel: `tel:${text.startsWith('+') ? '+' : ''}${digits}` }
}

const callingCodes: Readonly<Record<Region, string>> = { au: '61', nz: '64', my: '60' }
