import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countNewVersions, readChangeLog } from '../../../../../src/renderer/features/help/change-log.ts'

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

describe('the change log', () => {
  it('is read version by version, with wrapped lines joined', () => {
    expect(readChangeLog(log)).toEqual([
      { version: null, changes: ['A change that is longer than a line.', 'Another one.'] },
      { version: '1.1.0', changes: ['One.'] },
      { version: '1.0.0', changes: ['First version.'] },
    ])
    expect(readChangeLog(log.replaceAll('\n', '\r\n'))).toEqual(readChangeLog(log))
    expect(readChangeLog('')).toEqual([])
  })

  it('tells which versions are new since the one that was read', () => {
    const versions = readChangeLog(log)
    expect(countNewVersions(versions, '1.0.0')).toBe(2)
    expect(countNewVersions(versions, '1.1.0')).toBe(1)
    expect(countNewVersions(versions, null)).toBe(3)
    expect(countNewVersions(versions, '0.9.0')).toBe(3)
  })

  it('of this program has changes in every version', () => {
    const versions = readChangeLog(readFileSync('CHANGELOG.md', 'utf8'))
    expect(versions.length).toBeGreaterThan(1)
    expect(versions.filter(({ changes }) => changes.length === 0)).toEqual([])
  })
})
