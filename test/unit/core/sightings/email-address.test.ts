import { expect, it } from 'vitest'
import { emailOf } from '../../../../src/core/sightings/email-address.ts'

it.each([
  [{ Email: ' Kim@Dealer.example ' }, 'kim@dealer.example'],
  [{ 'E-mail': 'kim.lee+car@mail.dealer.example' }, 'kim.lee+car@mail.dealer.example'],
  [{ customer_email: 'kim@dealer.example' }, 'kim@dealer.example'],
  [{ Email: 'none', 'Email address': 'kim@dealer.example' }, 'kim@dealer.example'],
  [{ Email: 'kim@dealer.example, lee@dealer.example' }, null],
  [{ Email: 'kim@dealer' }, null],
  [{ Email: 'kim@dealer.example?cc=x@y.example' }, null],
  [{ 'Email opt out': 'kim@dealer.example' }, null],
  [{ 'Salesperson email': 'sales@dealer.example' }, null],
  [{ Email: 7 }, null],
  [{}, null],
])('finds the address in %j: %j', (additionalFields, address) => {
  expect(emailOf({ additionalFields })).toBe(address)
})
