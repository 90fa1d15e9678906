import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countNewVersions, readReleaseNotes } from '../../../../../src/renderer/features/help/release-notes.ts'

const log = `# Changes

## Not released

- A change that is
  longer than a line.
- Another one.

## 1.1.0

- One.

## 1.0.0 (1/2/2026)

- First version.
`

describe('the release notes', () => {
  it('is read version by version, with wrapped lines joined', () => {
    expect(readReleaseNotes(log)).toEqual([
      { version: null, changes: ['A change that is longer than a line.', 'Another one.'] },
      { version: '1.1.0', changes: ['One.'] },
      { version: '1.0.0', changes: ['First version.'] },
    ])
    expect(readReleaseNotes(log.replaceAll('\n', '\r\n'))).toEqual(readReleaseNotes(log))
    expect(readReleaseNotes('')).toEqual([])
  })

  it('tells which versions are new since the one that was read', () => {
    const versions = readReleaseNotes(log)
    expect(countNewVersions(versions, '1.0.0')).toBe(2)
    expect(countNewVersions(versions, '1.1.0')).toBe(1)
    expect(countNewVersions(versions, null)).toBe(3)
    expect(countNewVersions(versions, '0.9.0')).toBe(3)
  })

  it('of this program has changes in every version', () => {
    const versions = readReleaseNotes(readFileSync('RELEASE-NOTES.md', 'utf8'))
    expect(versions.length).toBeGreaterThan(1)
    expect(versions.filter(({ changes }) => changes.length === 0)).toEqual([])
  })
})
