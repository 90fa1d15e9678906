import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedLink } from '../../../../src/core/app/checked-link.ts'

describe('a checked link', () => {
  it.each([
    ['https://cars.example/1?x=1#y', 'https://cars.example/1?x=1#y'],
    ['HTTPS://Cars.Example/a b', 'https://cars.example/a%20b'],
    ['https://cars.example/?title=a%0Ab', 'https://cars.example/?title=a%0Ab'],
    ['tel:+61491570006', 'tel:+61491570006'],
    ['TEL:0491570006', 'tel:0491570006'],
    ['sms:+61491570006', 'sms:+61491570006'],
    ['sms:0491570006?body=Hi%20Kim%26co', 'sms:0491570006?body=Hi%20Kim%26co'],
    ['mailto:kim@dealer.example', 'mailto:kim@dealer.example'],
    [
      'mailto:kim%40dealer.example?subject=Your%20HiLux&body=50%25',
      'mailto:kim@dealer.example?subject=Your%20HiLux&body=50%25',
    ],
    [
      'mailto:kim@dealer.example?subject=a&body=Hi%0A%0Abcc:%20x%0d%0aBye',
      'mailto:kim@dealer.example?subject=a&body=Hi%0D%0A%0D%0Abcc%3A%20x%0D%0ABye',
    ],
  ])('%s is opened as %s', (link, address) => {
    expect(checkedLink(link)).toBe(address)
  })

  it.each([
    ['tel:', 'no number'],
    ['tel:12', 'too short for a number'],
    ['tel:+61491570006;ext=5', 'more than digits'],
    ['tel:0491 570 006', 'a space'],
    ['tel:*%2321%23', 'a code that changes settings of a phone'],
    ['tel:+61491570006?body=x', 'a parameter'],
    ['tel://0491570006', 'a host'],
    ['tel:+', 'no digits'],
    ['sms:0491570006,0491570156', 'two numbers'],
    ['sms:0491570006?to=1900123456', 'another recipient'],
    ['sms:0491570006?body=a%0D%0Ab', 'a line break'],
    ['mailto:', 'no address'],
    ['mailto:kim@dealer.example,lee@dealer.example', 'two addresses'],
    ['mailto:kim@dealer.example%2Clee@dealer.example', 'a hidden comma'],
    ['mailto:kim@dealer.example?cc=lee@dealer.example', 'cc'],
    ['mailto:kim@dealer.example?CC=lee@dealer.example', 'CC'],
    ['mailto:kim@dealer.example?subject=a&%62cc=lee@dealer.example', 'a hidden bcc'],
    ['mailto:kim@dealer.example?bcc=lee@dealer.example', 'bcc'],
    ['mailto:kim@dealer.example?attach=/etc/passwd', 'attach'],
    ['mailto:kim@dealer.example?attachment=C:%5Ckeys', 'attachment'],
    ['mailto:kim@dealer.example?subject=a&subject=b', 'a field twice'],
    ['mailto:kim@dealer.example?subject=a%0Abcc:lee@dealer.example', 'a line break'],
    ['mailto:kim@dealer.example?subject=a%0d', 'a carriage return'],
    ['mailto:kim@dealer.example?subject=a%250Abcc:x', 'a line break, encoded twice'],
    ['mailto:kim@dealer.example?body=a%250Abcc:x', 'a line break, encoded twice'],
    ['mailto:kim@dealer.example?body=a%00b', 'a control character'],
    ['mailto:kim@dealer.example?subject=%ff', 'malformed encoding'],
    ['mailto:kim@dealer.example\r\nbcc:lee@dealer.example', 'a line break'],
    ['mailto:"kim lee"@dealer.example', 'a quoted name'],
    ['https://user:password@cars.example', 'a password'],
    ['https://cars.example@evil.example', 'a user name'],
    ['https:cars.example', 'no slashes'],
    ['https:\\\\cars.example', 'backslashes'],
    ['https://cars.example\\@evil.example', 'a backslash'],
    ['https://cars.example/\n/x', 'a line break'],
    [' https://cars.example', 'a leading space'],
    ['http://cars.example', 'another scheme'],
    ['file:///etc/passwd', 'another scheme'],
    ['javascript:alert(1)', 'another scheme'],
    ['java\tscript:alert(1)', 'another scheme'],
    ['ms-msdt:/id', 'another scheme'],
    ['callto:+61491570006', 'another scheme'],
    ['0491570006', 'no scheme'],
    ['', 'nothing'],
  ])('%j is refused: %s', (link) => {
    expect(checkedLink(link)).toBeNull()
  })

  it('names nobody and attaches nothing that was not checked, whatever is given', () => {
    const piece = fc.constantFrom(
      'kim@d.example',
      '?',
      '&',
      '=',
      'cc',
      'bcc',
      'attach',
      'body',
      '%0d%0a',
      '\n',
      ',',
      ';',
      '%',
      'subject',
      '0491',
      '+',
    )
    const link = fc
      .tuple(fc.constantFrom('mailto:', 'sms:', 'tel:', 'https://', 'MailTo:'), fc.array(fc.oneof(piece, fc.string())))
      .map(([scheme, pieces]) => scheme + pieces.join(''))
    fc.assert(
      fc.property(link, (given) => {
        const address = checkedLink(given)
        if (address === null || address.startsWith('https:')) return
        expect(address).toMatch(
          /^(?:tel:\+?\d+|sms:\+?\d+(?:\?body=[^&?=]*)?|mailto:[^?&=,;\s]+@[^?&=,;\s]+(?:\?(?:subject|body)=[^&?=]*(?:&(?:subject|body)=[^&?=]*)?)?)$/,
        )
        const withoutMailBody = address.replace(/^(mailto:.*[?&])body=[^&]*/, '$1')
        expect(decodeURIComponent(withoutMailBody)).not.toMatch(/[\r\n]/)
        expect(checkedLink(address)).toBe(address)
      }),
    )
  })
})
