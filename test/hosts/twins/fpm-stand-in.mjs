#!/usr/bin/env node
// Stands in for fpm, which Debian does not have: makes a .deb with dpkg-deb from the words that electron-builder gives to fpm.
// It knows the options that are used here, and refuses others.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const words = process.argv.slice(2)
const flags = ['--force']
const ignored = [
  '-s',
  '-t',
  '--category',
  '--deb-priority',
  '--license',
  '--vendor',
  '--deb-compression',
  '--rpm-rpmbuild-define',
]
const fields = {
  '--name': 'Package',
  '--version': 'Version',
  '--architecture': 'Architecture',
  '--maintainer': 'Maintainer',
  '--url': 'Homepage',
}
const root = mkdtempSync(join(tmpdir(), 'forecourt-deb-'))
const control = {}
const lists = { Depends: [], Recommends: [] }
const scripts = {}
let target = ''
let description = ''

for (let at = 0; at < words.length; at += 1) {
  const word = words[at]
  if (flags.includes(word)) continue
  if (!word.startsWith('-')) {
    const [from, to] = word.split('=')
    mkdirSync(dirname(join(root, to)), { recursive: true })
    cpSync(from, join(root, to), { recursive: true, verbatimSymlinks: true })
    continue
  }
  const value = words[(at += 1)]
  if (word === '--package') target = value
  else if (word === '--description') description = value
  else if (word === '--depends' || word === '-d') lists.Depends.push(value)
  else if (word === '--deb-recommends') lists.Recommends.push(value)
  else if (word === '--after-install') scripts.postinst = value
  else if (word === '--after-remove') scripts.postrm = value
  else if (fields[word]) control[fields[word]] = value
  else if (!ignored.includes(word)) throw new Error(`fpm stand-in: unknown option ${word}`)
}

mkdirSync(join(root, 'DEBIAN'))
for (const [name, from] of Object.entries(scripts)) {
  copyFileSync(from, join(root, 'DEBIAN', name))
  chmodSync(join(root, 'DEBIAN', name), 0o755)
}
for (const [name, values] of Object.entries(lists)) if (values.length > 0) control[name] = values.join(', ')
const lines = Object.entries({ ...control, Description: description.trim().replaceAll('\n', '\n ') })
writeFileSync(join(root, 'DEBIAN', 'control'), `${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}`)
execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, target], { stdio: 'inherit' })
