import { describe, expect, it } from 'vitest'
import { recoveryOf, type Recovery } from '../../../src/contract/recovery.ts'
import { FailureKind } from '../../../src/contract/failure.ts'

describe('recovery from a failure', () => {
  it.each<[Recovery, FailureKind[]]>([
    ['time', ['offline', 'timeout', 'rate-limited', 'service-down']],
    ['request', ['invalid-input', 'rejected', 'not-found', 'conflict', 'needs-confirmation']],
    ['connection', ['sign-in-required', 'no-licence', 'wrong-address', 'certificate']],
    [
      'machine',
      ['storage-locked', 'storage-damaged', 'storage-busy', 'storage-read-only', 'vault-unreadable', 'disk-full'],
    ],
    ['program', ['unexpected']],
    ['none', ['cancelled']],
  ])('requires a change of %s after %j', (recovery, kinds) => {
    expect(FailureKind.options.filter((kind) => recoveryOf(kind) === recovery)).toEqual(kinds)
  })
})
