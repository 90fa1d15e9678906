import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { acceptedLicences, readThirdPartyNotices } from '../../../scripts/third-party-notices.mjs'

it('the notices name every package of the program with its licence, those of the font and the workbook reader in full', () => {
  const notices = readThirdPartyNotices()
  const named = notices.flatMap(({ packages }) => packages)
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const missing = Object.keys(dependencies).filter((name) => !named.some((each) => each.startsWith(`${name} `)))
  expect(missing).toEqual([])
  const textOf = (name: string): string =>
    notices.find(({ packages }) => packages.some((each) => each.startsWith(`${name} `)))?.text ?? ''
  expect(textOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE')
  expect(textOf('@e965/xlsx')).toContain('Apache License')
  expect(acceptedLicences.some((licence) => licence.includes('GPL'))).toBe(false)
  expect(notices.filter(({ licence, text }) => text === '' && licence !== 'MIT')).toEqual([])
})
