import { describe, expect, it } from 'vitest'
import { readUserName } from '../../../src/host-kit/user-name.ts'
import { createLogTwin } from '../../twins/log-twin.ts'

describe('the name of the user in the operating system', () => {
  it('is read from the account', () => {
    expect(readUserName(createLogTwin(), () => ({ username: 'jcitizen' }))).toBe('jcitizen')
  })

  it('is null for a user without an account, which is logged', () => {
    const log = createLogTwin()
    const read = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT')
    }
    expect(readUserName(log, read)).toBeNull()
    expect(log.entries.map(({ event }) => event)).toEqual(['host.user-name-unknown'])
  })
})
