import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

/** The window imports its notices by this name. */
const moduleName = 'virtual:third-party-notices'

/** Licences whose terms the program meets by showing them. */
export const acceptedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]

/**
 * The packages that can be part of the program, by the lock file: name, version, licence, and the texts of their licence files.
 * Packages with the same text share one entry. Throws when a package has a licence that was not accepted.
 */
export function readThirdPartyNotices() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const byText = new Map()
  for (const [path, { version, license, dev, optional }] of Object.entries(packages)) {
    if (path === '' || dev) continue
    // Binaries of other systems are not installed.
    if (!existsSync(inProject(path))) {
      if (optional) continue
      throw new Error(`${path} is not installed. Run npm ci.`)
    }
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!acceptedLicences.includes(license))
      throw new Error(`${name} has the licence ${license}, which was not accepted.`)
    const text = licenceTextOf(inProject(path))
    const key = `${license}\n${text}`
    const entry = byText.get(key) ?? { packages: [], licence: license, text }
    entry.packages.push(`${name} ${version}`)
    byText.set(key, entry)
  }
  return [...byText.values()].toSorted((a, b) => a.packages[0].localeCompare(b.packages[0]))
}

function licenceTextOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? readdirSync(path).map((name) => `${path}/${name}`) : [path]
    })
    .map((path) => readFileSync(path, 'utf8').trim())
    .join('\n\n')
}

/** Makes the notices a module of the window. It is fetched when the user opens them. */
export const thirdPartyNotices = () => ({
  name: 'third-party-notices',
  resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
  load: (id) => (id === `\0${moduleName}` ? `export const notices = ${JSON.stringify(readThirdPartyNotices())}` : null),
})
