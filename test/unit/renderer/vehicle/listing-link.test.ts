import { describe, expect, it } from 'vitest'
import { isSafeLink, listingSite } from '../../../../src/renderer/vehicle/listing-link.ts'

describe('addresses of listings', () => {
  it('are opened over https only', () => {
    expect(isSafeLink('https://www.cars.example/1')).toBe(true)
    for (const url of ['http://cars.example/', 'javascript:alert(1)', 'file:///etc/passwd', 'cars.example', '']) {
      expect({ url, isSafe: isSafeLink(url) }).toEqual({ url, isSafe: false })
    }
    expect(listingSite('https://www.cars.example/1')).toBe('cars.example')
    expect(listingSite('not an address')).toBe('')
  })
})
